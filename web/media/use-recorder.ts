import { useEffect, useRef, useState } from 'react';
import {
  BITS_PER_SECOND,
  describeMicrophoneError,
  MAX_SECONDS,
  recordingFormat,
} from './recording-format.ts';
import { showUnfinished } from './upload-media.ts';

type RecorderState = 'idle' | 'asking' | 'recording' | 'paused';

type Session = {
  recorder: MediaRecorder;
  stream: MediaStream;
  context: AudioContext;
  analyser: AnalyserNode;
  discarded: boolean;
};

const TICK_MS = 100;
/** As many levels as the meter shows. */
const SILENCE: readonly number[] = Array(28).fill(0);

const endSession = ({ stream, context }: Session) => {
  for (const track of stream.getTracks()) track.stop();
  // Closing a closed context rejects.
  context.close().catch(() => undefined);
};

/** The current loudness from 0 to 1. */
const measureLevel = (analyser: AnalyserNode): number => {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return Math.min(1, Math.sqrt(power) * 4);
};

/** Records from the microphone until it is stopped or ten minutes long. */
export const useRecorder = (onRecorded: (recording: Blob) => void) => {
  const [state, setState] = useState<RecorderState>('idle');
  const [error, setError] = useState<string | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [levels, setLevels] = useState(SILENCE);
  const session = useRef<Session | null>(null);
  const recordedMs = useRef(0);
  const isUnmounted = useRef(false);
  const recorded = useRef(onRecorded);
  recorded.current = onRecorded;

  const finish = (discarded: boolean) => {
    if (!session.current) return;
    session.current.discarded = discarded;
    if (session.current.recorder.state !== 'inactive') session.current.recorder.stop();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `finish` reads only a ref.
  useEffect(() => {
    // React's development mode mounts twice.
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      if (!session.current || session.current.discarded) return;
      finish(true);
      showUnfinished('recording');
    };
  }, []);

  useEffect(() => {
    if (state !== 'recording') return;
    // By the clock: a busy page delays ticks and drops some.
    const before = performance.now() - recordedMs.current;
    const timer = setInterval(() => {
      recordedMs.current = performance.now() - before;
      setSeconds(recordedMs.current / 1000);
      const level = session.current ? measureLevel(session.current.analyser) : 0;
      setLevels((now) => [...now.slice(1), level]);
    }, TICK_MS);
    return () => {
      clearInterval(timer);
      recordedMs.current = performance.now() - before;
    };
  }, [state]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the duration ends a recording.
  useEffect(() => {
    if (seconds >= MAX_SECONDS) finish(false);
  }, [seconds]);

  const record = (stream: MediaStream, mimeType: string) => {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
    const mine: Session = { recorder, stream, context, analyser, discarded: false };
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => {
      endSession(mine);
      session.current = null;
      setState('idle');
      setLevels(SILENCE);
      if (!mine.discarded) recorded.current(new Blob(parts, { type: mimeType }));
    };
    session.current = mine;
    // In chunks, so that a long recording is not one large blob at the end.
    recorder.start(1_000);
    recordedMs.current = 0;
    setSeconds(0);
    setState('recording');
  };

  const start = async () => {
    const format = recordingFormat();
    if (!format || state !== 'idle') return;
    setError(null);
    setState('asking');
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      if (isUnmounted.current) for (const track of stream.getTracks()) track.stop();
      else record(stream, format);
    } catch (failure) {
      setState('idle');
      setError(describeMicrophoneError(failure));
    }
  };

  const pause = () => {
    session.current?.recorder.pause();
    setState('paused');
  };
  const resume = () => {
    session.current?.recorder.resume();
    setState('recording');
  };

  return {
    state,
    error,
    seconds,
    levels,
    start,
    pause,
    resume,
    stop: () => finish(false),
    discard: () => finish(true),
  };
};
