import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { PendingQuery } from '../../shared/ui/pending-query.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { ChangeLine } from '../change-line.tsx';
import { LevelLadder } from '../ladder/level-ladder.tsx';
import { StatusChip } from '../status-chip.tsx';
import { useAllRevisions } from '../use-revisions.ts';
import { buildReplaySteps, type ReplayStep } from './replay-steps.ts';

/** Long enough to read a change and to see the ladder move. */
const REPLAY_STEP_MS = 2_000;

/** Advances while playing, from the beginning; stops at the last step. */
const usePlaying = (count: number) => {
  const [index, setIndex] = useState(0);
  const [playing, setPlaying] = useState(true);
  const isLast = index >= count - 1;
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => (isLast ? setPlaying(false) : setIndex(index + 1)), REPLAY_STEP_MS);
    return () => clearTimeout(timer);
  }, [playing, index, isLast]);
  const goTo = (next: number) => {
    setPlaying(false);
    setIndex(Math.min(Math.max(next, 0), count - 1));
  };
  const toggle = () => {
    if (!playing && isLast) setIndex(0);
    setPlaying(!playing);
  };
  return { index: Math.min(index, count - 1), playing, goTo, toggle };
};

const StepText = ({ step }: { step: ReplayStep }) => (
  <>
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-lg font-semibold">{step.title}</span>
      <time dateTime={step.revision.at} className="text-sm text-muted">
        {absoluteTime(step.revision.at)}
      </time>
      <StatusChip status={step.status} size="s" />
    </p>
    {step.revision.action === 'changed' && (
      <ul className="mt-1 grid gap-0.5 text-sm wrap-anywhere">
        {step.revision.changes.map((change) => (
          <li key={change.field}>
            <ChangeLine change={change} />
          </li>
        ))}
      </ul>
    )}
  </>
);

type ReplayProps = {
  pair: string;
  /** What else is shown of the time until a step; the last one ends with everything. */
  renderUntil?: ((until: number) => ReactNode) | undefined;
};

const Player = ({ steps, pair, renderUntil }: ReplayProps & { steps: readonly ReplayStep[] }) => {
  const { index, playing, goTo, toggle } = usePlaying(steps.length);
  const step = steps[index];
  if (!step) return null;
  const until = index === steps.length - 1 ? Number.POSITIVE_INFINITY : Date.parse(step.revision.at);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 @min-[44rem]:grid-cols-2">
      {renderUntil && <div className="col-span-full">{renderUntil(until)}</div>}
      <div className="rounded-m bg-sunken p-4">
        <LevelLadder
          levels={step.levels}
          plan={step.plan}
          pair={pair}
          isInvalidated={step.status === 'invalid'}
          compact
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex items-center gap-1">
          <IconButton
            icon="left"
            label="Previous step"
            disabled={index === 0}
            onClick={() => goTo(index - 1)}
          />
          <Button size="s" onClick={toggle}>
            <Icon name={playing ? 'pause' : 'play'} size={18} />
            {playing ? 'Pause' : 'Play'}
          </Button>
          <IconButton
            icon="right"
            label="Next step"
            disabled={index === steps.length - 1}
            onClick={() => goTo(index + 1)}
          />
          <span className="ml-2 text-sm text-muted tabular-nums">{`${index + 1} of ${steps.length}`}</span>
        </div>
        <input
          type="range"
          aria-label="Step"
          aria-valuetext={`${index + 1} of ${steps.length}, ${step.title}`}
          min={0}
          max={steps.length - 1}
          value={index}
          onChange={(event) => goTo(Number(event.target.value))}
          className="h-11 w-full accent-accent"
        />
        {/* The tallest text keeps its room, so that the page does not move while playing. */}
        <div aria-live="polite" aria-atomic="true" className="grid">
          {steps.map((each) => (
            <div
              key={each.revision.number}
              className={each === step ? 'col-start-1 row-start-1' : 'invisible col-start-1 row-start-1'}
              aria-hidden={each === step ? undefined : true}
            >
              <StepText step={each} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
};

/** Plays an idea from its publication over every change to its close, on the ladder. */
const IdeaReplay = ({ ideaId, ...props }: ReplayProps & { ideaId: string }) => {
  const { revisions, query } = useAllRevisions(ideaId);
  const steps = useMemo(() => revisions && buildReplaySteps(revisions), [revisions]);
  if (steps) return <Player steps={steps} {...props} />;
  return (
    <PendingQuery query={query} label="Loading change history">
      <Skeleton className="h-60 rounded-m" />
    </PendingQuery>
  );
};

export default IdeaReplay;
