"""The commands of server managers."""
