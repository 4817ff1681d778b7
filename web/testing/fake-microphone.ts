import { onTestFinished, vi } from 'vitest';

/** A microphone that hears a tone, until the test ends. `error` instead, as without permission. */
export const fakeMicrophone = (error?: DOMException): void => {
  const { mediaDevices } = navigator;
  const listening = vi.spyOn(mediaDevices, 'getUserMedia').mockImplementation(async () => {
    if (error) throw error;
    const context = new AudioContext();
    onTestFinished(() => context.close());
    const tone = context.createOscillator();
    const microphone = context.createMediaStreamDestination();
    tone.connect(microphone);
    tone.start();
    return microphone.stream;
  });
  onTestFinished(() => listening.mockRestore());
};
