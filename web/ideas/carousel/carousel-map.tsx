import { useEffect, useRef } from 'react';
import { classNames } from '../../shared/ui/class-names.ts';
import type { Idea } from '../idea-model.ts';

/** More ideas than this are a strip instead of dots. */
const MAX_DOTS = 12;
/** As many dots of 24 px as fit a window of 320 px beside the buttons. */
const MAX_NARROW_DOTS = 9;

type MapProps = { ideas: readonly Idea[]; index: number; onSelect: (id: string) => void };

/** A dot for each idea. Only the selected one is a tab stop; the arrow keys move the carousel, and the focus follows. */
const Dots = ({ ideas, index, onSelect }: MapProps) => {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another index is another dot.
  useEffect(() => {
    if (list.current?.contains(document.activeElement))
      list.current.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  }, [index]);
  return (
    <ul
      ref={list}
      aria-label="All ideas"
      data-drawn
      className={classNames('flex justify-center', ideas.length > MAX_NARROW_DOTS && 'max-xs:hidden')}
    >
      {ideas.map(({ id, pair }, at) => (
        <li key={id}>
          <button
            type="button"
            aria-label={`${pair}, ${at + 1} of ${ideas.length}`}
            aria-current={at === index ? 'true' : undefined}
            title={pair}
            tabIndex={at === index ? 0 : -1}
            onClick={() => onSelect(id)}
            className="group grid size-6 place-items-center rounded-full -outline-offset-2"
          >
            <span className="size-2 rounded-full bg-edge/60 transition-[scale,background-color] duration-150 group-hover:bg-text group-aria-[current]:scale-125 group-aria-[current]:bg-accent" />
          </button>
        </li>
      ))}
    </ul>
  );
};

/** The position as a part of a line. The text beside it says the same. */
const Strip = ({ index, count, className }: { index: number; count: number; className?: string | false }) => {
  const width = `max(1rem, ${100 / count}%)`;
  return (
    <div aria-hidden="true" data-drawn className={classNames('h-6 px-3 py-2.5', className)}>
      <div className="relative h-1 rounded-full bg-line">
        <span
          className="absolute h-1 rounded-full bg-accent"
          style={{ width, left: `calc((100% - ${width}) * ${index / (count - 1)})` }}
        />
      </div>
    </div>
  );
};

/** Where in the carousel the reader is: dots to press, or a strip when there are too many. */
export const CarouselMap = (props: MapProps) => {
  const count = props.ideas.length;
  if (count < 2) return <div className="h-6" />;
  if (count > MAX_DOTS) return <Strip index={props.index} count={count} />;
  return (
    <>
      <Dots {...props} />
      {count > MAX_NARROW_DOTS && <Strip index={props.index} count={count} className="xs:hidden" />}
    </>
  );
};
