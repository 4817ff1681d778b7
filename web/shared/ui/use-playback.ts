import { useEffect, useRef, useState } from 'react';

/** Seeking past the end makes the browser compute the duration of a recording without one. */
const BEYOND = 1e7;

/** State and controls of an `<audio>` element. Only one plays at a time. */
export const usePlayback = (src: string) => {
  const audio = useRef<HTMLAudioElement>(null);
  // `at` and `length` are seconds; the length is null until it is known.
  const [state, setState] = useState({ playing: false, at: 0, length: null as number | null, failed: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another recording.
  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    let measuring = false;
    const set = (changes: Partial<typeof state>) => setState((now) => ({ ...now, ...changes }));
    setState({ playing: false, at: 0, length: null, failed: false });
    const on: Record<string, () => void> = {
      loadedmetadata: () => {
        // Recordings stored before uploads were remuxed have no duration in their header.
        measuring = !Number.isFinite(element.duration);
        if (measuring) element.currentTime = BEYOND;
      },
      durationchange: () => {
        if (!Number.isFinite(element.duration)) return;
        set({ length: element.duration });
        if (measuring) element.currentTime = 0;
        measuring = false;
      },
      timeupdate: () => !measuring && set({ at: element.currentTime }),
      play: () => {
        for (const other of document.querySelectorAll('audio')) if (other !== element) other.pause();
        set({ playing: true, failed: false });
      },
      pause: () => set({ playing: false }),
      ended: () => {
        element.currentTime = 0;
        set({ playing: false, at: 0 });
      },
      error: () => set({ playing: false, failed: true }),
    };
    for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
    // The metadata may have loaded before this effect ran.
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) {
      on.loadedmetadata?.();
      on.durationchange?.();
    }
    return () => {
      for (const [name, listener] of Object.entries(on)) element.removeEventListener(name, listener);
    };
  }, [src]);

  return {
    audio,
    ...state,
    toggle: () => {
      const element = audio.current;
      if (!element?.paused) element?.pause();
      // Blocked or unreadable: the error event reports it.
      else element.play().catch(() => undefined);
    },
    seek: (seconds: number) => {
      if (audio.current) audio.current.currentTime = seconds;
      setState((now) => ({ ...now, at: seconds }));
    },
  };
};
