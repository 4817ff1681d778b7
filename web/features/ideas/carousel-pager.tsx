import { IconButton } from '../../ui/icon-button.tsx';
import type { Idea } from './idea-model.ts';

/** Where one is, both ways on, and what came in meanwhile. It stays in reach of a thumb while a long card scrolls. */
export const CarouselPager = ({
  index,
  count,
  arrived,
  onStep,
  onShow,
}: {
  index: number;
  count: number;
  arrived: readonly Idea[];
  onStep: (by: -1 | 1) => void;
  onShow: (id: string) => void;
}) => {
  const newest = arrived[0];
  return (
    <div className="pointer-events-none sticky bottom-3 z-10 mt-5 grid justify-items-center gap-2 px-4 pb-[env(safe-area-inset-bottom)]">
      <p role="status" className="sr-only">
        {newest && `New idea: ${newest.pair}`}
      </p>
      {newest && (
        <button
          type="button"
          onClick={() => onShow(newest.id)}
          className="pointer-events-auto flex h-11 max-w-full animate-arrive items-center gap-2 rounded-full bg-dawn px-5 text-sm font-semibold text-dawn-ink shadow-float"
        >
          <span className="truncate">
            {arrived.length > 1 ? `${arrived.length} new ideas` : `New idea: ${newest.pair}`}
          </span>
        </button>
      )}
      <div className="pointer-events-auto flex items-center gap-2 rounded-full border border-line bg-surface p-1 shadow-float">
        <IconButton icon="left" label="Previous" disabled={count < 2} onClick={() => onStep(-1)} />
        <p aria-live="polite" aria-atomic="true" className="min-w-16 text-center text-sm text-muted">
          {`${index + 1} of ${count}`}
        </p>
        <IconButton icon="right" label="Next" disabled={count < 2} onClick={() => onStep(1)} />
      </div>
    </div>
  );
};
