import { apiUrl } from '../api/api-base.ts';
import { clockTime } from '../clock-time.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { usePlayback } from './use-playback.ts';

/** An audio player: play button, seek bar and time. */
export const VoicePlayer = ({ src, className }: { src: string; className?: string }) => {
  const { audio, playing, at, length, failed, toggle, seek } = usePlayback(src);
  const begun = playing || at > 0;
  return (
    <div
      className={classNames(
        'flex h-13 min-w-0 items-center gap-3 rounded-full border border-line py-1 pr-4.5 pl-1.5 text-sm text-muted',
        className,
      )}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: a spoken note; what it explains is written beside it. */}
      <audio ref={audio} src={apiUrl(src)} preload="metadata" />
      <button
        type="button"
        aria-label={playing ? 'Pause the voice explanation' : 'Play the voice explanation'}
        onClick={toggle}
        className="grid size-10 shrink-0 place-items-center rounded-full bg-primary text-primary-ink hover:brightness-110 pointer-coarse:size-11"
      >
        <Icon name={playing ? 'pause' : 'play'} size={18} className={playing ? '' : 'fill-current'} />
      </button>
      {begun && length !== null && (
        <input
          type="range"
          aria-label="Seek"
          aria-valuetext={`${clockTime(at)} of ${clockTime(length)}`}
          min={0}
          max={length}
          step={0.1}
          value={at}
          onChange={(event) => seek(Number(event.target.value))}
          className="h-11 w-24 min-w-0 shrink accent-accent"
        />
      )}
      <span className="truncate tabular-nums">
        {failed ? "This browser can't play this recording" : formatPosition(begun, at, length)}
      </span>
    </div>
  );
};

const formatPosition = (begun: boolean, at: number, length: number | null) => {
  if (length === null) return 'Voice explanation';
  return begun ? `${clockTime(at)} / ${clockTime(length)}` : `${clockTime(length)} voice explanation`;
};
