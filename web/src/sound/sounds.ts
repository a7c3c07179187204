// Short cues made by the browser itself: nothing is loaded. Off unless somebody turns them on.
import { settings } from '../state/settings.svelte';

export type Cue = 'turn' | 'dice' | 'put' | 'take' | 'lost' | 'end';

type Note = [frequency: number, start: number, length: number];
const TUNES: Record<Exclude<Cue, 'dice'>, readonly Note[]> = {
  turn: [
    [659, 0, 0.12],
    [880, 0.11, 0.18],
  ],
  put: [[330, 0, 0.06]],
  take: [
    [523, 0, 0.08],
    [659, 0.07, 0.08],
    [784, 0.14, 0.14],
  ],
  lost: [
    [233, 0, 0.14],
    [175, 0.12, 0.26],
  ],
  end: [
    [523, 0, 0.14],
    [659, 0.13, 0.14],
    [784, 0.26, 0.14],
    [1047, 0.39, 0.34],
  ],
};
const LOUD = 0.12;

let context: AudioContext | null = null;

export function play(cue: Cue): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  void context.resume();
  if (cue === 'dice') rattle(context);
  else for (const note of TUNES[cue]) ring(context, note);
}

function ring(audio: AudioContext, [frequency, start, length]: Note): void {
  const tone = audio.createOscillator();
  const at = audio.currentTime + start;
  tone.type = 'triangle';
  tone.frequency.value = frequency;
  tone.connect(fading(audio, at, length));
  tone.start(at);
  tone.stop(at + length);
}

/** Noise in five short bursts, as of dice on wood. */
function rattle(audio: AudioContext): void {
  const length = 0.05;
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  for (let burst = 0; burst < 5; burst++) {
    const noise = audio.createBufferSource();
    const at = audio.currentTime + burst * 0.045;
    noise.buffer = buffer;
    noise.connect(fading(audio, at, length));
    noise.start(at);
  }
}

function fading(audio: AudioContext, at: number, length: number): AudioNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(LOUD, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(audio.destination);
  return gain;
}
