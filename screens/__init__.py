"""What people see and may press, as values for any front end: texts, pictures, buttons, menus and forms.

This room sends nothing, and knows neither Discord's library nor who asks.
"""
