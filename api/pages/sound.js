// Short sounds, off by default.

import { byId } from "./service.js";

const TONES = { move: [330, 0.05], chance: [220, 0.09], turn: [523, 0.16], end: [392, 0.4] }; // hertz, seconds
let speaker = null;

export function play(name) {
  if (byId("sound").value === "off") return;
  speaker ??= new AudioContext();
  const [pitch, length] = TONES[name], now = speaker.currentTime;
  const tone = new OscillatorNode(speaker, { type: "triangle", frequency: pitch }), volume = new GainNode(speaker, { gain: 0.15 });
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(volume).connect(speaker.destination);
  tone.start(now);
  tone.stop(now + length);
}
