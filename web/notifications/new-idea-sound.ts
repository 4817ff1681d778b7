import { logFailure } from '../shared/log-failure.ts';

/** Two rising notes, 880 and 1175 Hz. */
const NOTES = [880, 1174.66];
const NOTE_S = 0.19;
const LOUDNESS = 0.06;

let context: AudioContext | undefined;

/** Synthesised, so that no file is fetched. Silent until the browser allows sound. */
export const playNewIdeaSound = (): void => {
  try {
    context ??= new AudioContext();
    const audio = context;
    audio.resume().catch((failure: unknown) => logFailure('sound', failure));
    NOTES.forEach((frequency, index) => {
      const begin = audio.currentTime + index * NOTE_S * 0.7;
      const tone = new OscillatorNode(audio, { type: 'sine', frequency });
      const volume = new GainNode(audio, { gain: 0 });
      volume.gain.setValueAtTime(0, begin);
      volume.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.015);
      volume.gain.exponentialRampToValueAtTime(0.0001, begin + NOTE_S);
      tone.connect(volume).connect(audio.destination);
      tone.start(begin);
      tone.stop(begin + NOTE_S);
    });
  } catch (failure) {
    // The device has no audio output.
    logFailure('sound', failure);
  }
};
