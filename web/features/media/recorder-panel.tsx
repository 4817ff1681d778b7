import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { clockTime } from '../../ui/voice-player.tsx';
import { MAX_SECONDS } from './recording-format.ts';
import type { useRecorder } from './use-recorder.ts';

const BARS = 24;

/** How loud it is now: an ornament, the time beside it says that it records. */
const LevelMeter = ({ level, still }: { level: number; still: boolean }) => (
  <div aria-hidden="true" data-level={level.toFixed(2)} className="flex h-6 items-center gap-0.5">
    {Array.from({ length: BARS }, (_, bar) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: bars stand where they stand.
        key={bar}
        className={`h-full w-1 origin-center rounded-full transition-[scale,background-color] duration-100 ${
          !still && bar / BARS < level ? 'bg-dawn' : 'scale-y-30 bg-line'
        }`}
      />
    ))}
  </div>
);

/** A recording under way: how loud, how long, and the ways to go on. */
export const RecorderPanel = ({ recorder }: { recorder: ReturnType<typeof useRecorder> }) => {
  const { state, seconds, level, pause, resume, stop, discard } = recorder;
  const paused = state === 'paused';
  return (
    <section
      aria-label="Recording"
      className="grid gap-3 rounded-control border border-line bg-sunken p-4 text-sm"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex items-center gap-2 font-medium">
          <span className={`size-2.5 rounded-full ${paused ? 'bg-edge' : 'animate-breathe bg-fall'}`} />
          {paused ? 'Paused' : 'Recording'}
          <span className="font-normal text-muted tabular-nums">
            {`${clockTime(seconds)} of ${clockTime(MAX_SECONDS)}`}
          </span>
        </p>
        <LevelMeter level={level} still={paused} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="s" onClick={stop}>
          <Icon name="stop" size={16} />
          Stop and keep
        </Button>
        <Button size="s" variant="quiet" onClick={paused ? resume : pause}>
          <Icon name={paused ? 'mic' : 'pause'} size={16} />
          {paused ? 'Go on' : 'Pause'}
        </Button>
        <Button size="s" variant="quiet" onClick={discard}>
          <Icon name="trash" size={16} />
          Discard
        </Button>
      </div>
    </section>
  );
};
