import type { SyntheticEvent } from 'react';
import { apiUrl } from '../api/api-base.ts';
import { classNames } from './class-names.ts';

const pauseOthers = ({ currentTarget }: SyntheticEvent<HTMLAudioElement>) => {
  for (const audio of document.querySelectorAll('audio')) if (audio !== currentTarget) audio.pause();
};

/** A voice explanation in the browser's own player. Only one plays at a time. */
export const VoicePlayer = ({ src, className }: { src: string; className?: string }) => (
  // biome-ignore lint/a11y/useMediaCaption: a spoken note; what it explains is written beside it.
  <audio
    controls
    preload="metadata"
    src={apiUrl(src)}
    aria-label="Voice explanation"
    onPlay={pauseOthers}
    className={classNames('h-13 w-80 max-w-full min-w-0', className)}
  />
);
