import { IconButton } from '../../../shared/ui/icon-button.tsx';

/** Where one is, and both ways on. */
export const CarouselPager = ({
  index,
  count,
  onStep,
}: {
  index: number;
  count: number;
  onStep: (by: -1 | 1) => void;
}) => (
  <div className="pointer-events-auto flex items-center gap-2 rounded-full border border-line bg-surface p-1 shadow-lift">
    <IconButton icon="left" label="Previous" disabled={count < 2} onClick={() => onStep(-1)} />
    <p aria-live="polite" aria-atomic="true" className="min-w-16 text-center text-sm text-muted">
      {`${index + 1} of ${count}`}
    </p>
    <IconButton icon="right" label="Next" disabled={count < 2} onClick={() => onStep(1)} />
  </div>
);
