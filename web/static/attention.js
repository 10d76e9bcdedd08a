// Calls somebody whose turn it becomes: a soft sound, and another title. Both can be switched off.
import { remembered, remember } from "./memory.js";

const NOTES = [523.25, 783.99]; // C and the G above it, in hertz
const NOTE = 0.16;
const LOUDNESS = 0.08;
let sound = null;

export const isWanted = () => remembered("attention", "on") === "on";

export function want(isOn) {
  remember("attention", isOn ? "on" : "off");
  if (isOn) chime();
}

// Browsers allow sound only after somebody has pressed something.
for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => (sound ??= new AudioContext()), { once: true });

export async function chime() {
  if (!sound || !isWanted()) return;
  await sound.resume();
  NOTES.forEach((pitch, number) => {
    const [tone, volume, start] = [sound.createOscillator(), sound.createGain(), sound.currentTime + number * NOTE];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 3 * NOTE);
    tone.connect(volume).connect(sound.destination);
    tone.start(start);
    tone.stop(start + 3 * NOTE);
  });
}

export function setTitle(title, call) {
  document.title = call && isWanted() ? `● ${call} – ${title}` : title;
}
