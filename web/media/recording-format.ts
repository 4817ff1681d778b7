/** Enough for speech; ten minutes stay below 5 MB of the 10 MB limit. */
export const BITS_PER_SECOND = 64_000;
export const MAX_SECONDS = 10 * 60;

/** Formats that every browser plays come first. */
const formats = [
  'audio/mp4;codecs=mp4a.40.2',
  'audio/webm;codecs=opus',
  'audio/ogg;codecs=opus',
  'audio/mp4',
];

/** The recording format of this browser; null when it cannot record, for example over http. */
export const recordingFormat = (): string | null => {
  if (typeof MediaRecorder === 'undefined' || !navigator.mediaDevices?.getUserMedia) return null;
  return formats.find((format) => MediaRecorder.isTypeSupported(format)) ?? null;
};

/** The reason why the microphone is unavailable, and what to do. */
export const describeMicrophoneError = (failure: unknown): string => {
  const name = failure instanceof DOMException ? failure.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return "Microphone blocked. Allow it in your browser's settings, or upload a file.";
  if (name === 'NotFoundError') return 'No microphone found. Connect one, or upload a file.';
  if (name === 'NotReadableError') return 'Another app is using the microphone.';
  return "Couldn't start recording. You can upload a file instead.";
};
