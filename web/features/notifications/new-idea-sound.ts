import { logFailure } from '../../shared/log-failure.ts';

/** Two notes a fourth apart, rising as a lark does: 880 and 1175 Hz, a fifth of a second each, quiet. */
const NOTES = [880, 1174.66];
const NOTE_S = 0.19;
const LOUDNESS = 0.06;

let context: AudioContext | undefined;

/** Plays the sound of a new idea; made here, so that no file has to be fetched. Silent where the browser allows none yet. */
export const playArrival = (): void => {
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
    // A device without a way to make sounds.
    logFailure('sound', failure);
  }
};
