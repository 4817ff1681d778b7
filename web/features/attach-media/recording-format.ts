/** 64 kbit/s is more than speech needs, and ten minutes of it stay below 5 MB of the 10 allowed. */
export const BITS_PER_SECOND = 64_000;
export const MAX_SECONDS = 10 * 60;

/** In this order: what every browser plays before what some do. */
const formats = [
  'audio/mp4;codecs=mp4a.40.2',
  'audio/webm;codecs=opus',
  'audio/ogg;codecs=opus',
  'audio/mp4',
];

/** What this browser can record; null where it cannot, as on a page that came over plain http. */
export const recordingFormat = (): string | null => {
  if (typeof MediaRecorder === 'undefined' || !navigator.mediaDevices?.getUserMedia) return null;
  return formats.find((format) => MediaRecorder.isTypeSupported(format)) ?? null;
};

/** Why there is no microphone, and what one can do about it. */
export const microphoneFault = (failure: unknown): string => {
  const name = failure instanceof DOMException ? failure.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return 'The browser may not use the microphone. Allow it beside the address, or add a file instead.';
  if (name === 'NotFoundError') return 'No microphone was found. Connect one, or add a file instead.';
  if (name === 'NotReadableError') return 'Another program is using the microphone.';
  return 'The recording could not be started. You can add a file instead.';
};
