import useEmblaCarousel from 'embla-carousel-react';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useShortcuts } from '../../shared/hooks/use-shortcuts.ts';
import type { Idea } from '../idea-model.ts';

/** The number of slides beside the selected one that render their card; the others are empty. */
export const NEIGHBOURS = 4;

/** Whether a slide is the selected one or among the `neighbours` nearest: the next, the previous, the one after the next, … */
export const isNear = (index: number, selected: number, count: number, neighbours = NEIGHBOURS): boolean => {
  const ahead = (index - selected + count) % count;
  return Math.min(2 * ahead - 1, 2 * (count - ahead)) <= neighbours;
};

/**
 * The selected index after the list changed: the same idea, else the one that followed it, else the one before. By id, so a
 * new idea never moves the card being read.
 */
export const indexAfterChange = (
  before: readonly string[],
  after: readonly string[],
  current: string | undefined,
): number => {
  if (current === undefined) return 0;
  const at = new Map(after.map((id, index) => [id, index]));
  const stayed = at.get(current);
  if (stayed !== undefined) return stayed;
  const previousIndex = before.indexOf(current);
  const next = before.slice(previousIndex + 1).find((id) => at.has(id));
  const previous = before.slice(0, Math.max(previousIndex, 0)).findLast((id) => at.has(id));
  return at.get(next ?? previous ?? '') ?? 0;
};

/** Ids that are new in `after`; none in the first list. */
export const findNewIds = (before: readonly string[] | null, after: readonly string[]): string[] => {
  if (before === null) return [];
  const known = new Set(before);
  return after.filter((id) => !known.has(id));
};

export const SELECTED_CARD = '[role=group]:not([aria-hidden]) article';

/** SPEC §2's arrow keys lead to the previous and the next idea. */
export const useStepKeys = (step: (by: -1 | 1) => void): void =>
  useShortcuts(['ArrowLeft', 'ArrowRight'], (key) => step(key === 'ArrowRight' ? 1 : -1));

/** A step that moves the focus to the next card, because only the selected card is focusable. */
export const useCardFocus = (
  section: RefObject<HTMLElement | null>,
  selectedId: string | undefined,
  step: (by: -1 | 1) => void,
): ((by: -1 | 1) => void) => {
  const hasFocus = useRef(false);
  // The id, not the index: when the card that is left disappears at once, the next one has the same index.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another idea is another card.
  useEffect(() => {
    if (!hasFocus.current) return;
    hasFocus.current = false;
    section.current?.querySelector<HTMLElement>(SELECTED_CARD)?.focus({ preventScroll: true });
  }, [section, selectedId]);
  return (by) => {
    hasFocus.current = Boolean(
      section.current?.querySelector(SELECTED_CARD)?.contains(document.activeElement),
    );
    step(by);
  };
};

/** Ideas that arrived since the carousel opened and were not shown yet, newest first. */
export const useNewIdeas = (ideas: readonly Idea[], shownId: string | undefined): Idea[] => {
  const [{ list, waiting }, setSeen] = useState<{ list: readonly Idea[]; waiting: string[] }>({
    list: ideas,
    waiting: [],
  });
  const ids = (of: readonly Idea[]) => of.map(({ id }) => id);
  const present = new Set(ids(ideas));
  const next = [...(list === ideas ? [] : findNewIds(ids(list), ids(ideas))), ...waiting].filter(
    (id) => id !== shownId && present.has(id),
  );
  if (list !== ideas || next.length !== waiting.length) setSeen({ list: ideas, waiting: next });
  return ideas.filter(({ id }) => next.includes(id));
};

/** Dragging text with a mouse selects it; with a finger it swipes. */
const isDraggable = (_: unknown, event: MouseEvent | TouchEvent) => {
  if (!(event.target instanceof Element)) return true;
  if (event.target.closest('audio, [popover]')) return false;
  return !(event instanceof MouseEvent && event.target.closest('[data-text]'));
};

/** SPEC §9: start index 0, duration 25, drag threshold 10. */
const OPTIONS = {
  loop: true,
  startIndex: 0,
  duration: 25,
  dragThreshold: 10,
  align: 'center',
  containScroll: false,
  // `useIdeaCarousel` reinitialises after a change itself, and keeps the selected idea.
  watchSlides: false,
  // Embla would measure every slide after each change, though all have the width of the viewport.
  watchResize: false,
  watchDrag: isDraggable,
} as const;

/** A swipe settles within this time; until then the list does not change. */
const SWIPE_MS = 500;

/** While the carousel is dragged, the ideas keep their order; their content stays current. */
const useFrozenOrder = (ideas: readonly Idea[], held: boolean): readonly Idea[] => {
  const [heldIdeas, setKept] = useState(ideas);
  if (!held && heldIdeas !== ideas) setKept(ideas);
  return useMemo(() => {
    if (!held || heldIdeas === ideas) return ideas;
    const newest = new Map(ideas.map((idea) => [idea.id, idea]));
    return heldIdeas.map((idea) => newest.get(idea.id) ?? idea);
  }, [held, heldIdeas, ideas]);
};

type ReadList = {
  ideas: readonly Idea[];
  listKey: string | null;
  kept: { idea: Idea; index: number } | null;
};

/**
 * Keeps the idea that is read when it leaves the list, in its place and as it was, until another is selected.
 * `onSettle` tells which one is. Nothing is kept without a key, or from a list with another key.
 */
export const useReadIdea = (ideas: readonly Idea[], listKey: string | null) => {
  const read = useRef<string>(undefined);
  const [list, setList] = useState<ReadList>({ ideas, listKey, kept: null });
  if (list.ideas !== ideas) {
    const before = withRetainedIdea(list);
    const index = before.findIndex(({ id }) => id === read.current);
    const idea = before[index];
    const isSameList = listKey !== null && listKey === list.listKey;
    const hasLeft = isSameList && idea && !ideas.some(({ id }) => id === idea.id);
    setList({ ideas, listKey, kept: hasLeft ? { idea, index } : null });
  }
  const onSettle = useCallback((id: string | undefined) => {
    read.current = id;
    setList((now) => (now.kept && now.kept.idea.id !== id ? { ...now, kept: null } : now));
  }, []);
  return { allIdeas: useMemo(() => withRetainedIdea(list), [list]), left: list.kept?.idea ?? null, onSettle };
};

const withRetainedIdea = ({ ideas, kept }: ReadList): readonly Idea[] =>
  kept ? ideas.toSpliced(kept.index, 0, kept.idea) : ideas;

type EntryState = { carousel?: number } | null;

/**
 * The card that was selected when a history entry was left: Back returns to it. A reloaded page starts with
 * the first card (SPEC §9), so this lasts as long as the page.
 */
const selectedCards = new Map<number, string>();

export const readCard = (): string | undefined => {
  const entry = (history.state as EntryState)?.carousel;
  return entry === undefined ? undefined : selectedCards.get(entry);
};

/** Stores the selected card. Marks the entry once: `replaceState` lays out the page, which is too slow for every step. */
export const storeCard = (id: string | undefined): void => {
  if (id === undefined) return;
  let entry = (history.state as EntryState)?.carousel;
  if (entry === undefined) {
    // Unlike a counter, it is never that of an entry from before a reload.
    entry = performance.timeOrigin + performance.now();
    history.replaceState({ ...history.state, carousel: entry }, '');
  }
  selectedCards.set(entry, id);
};

/** Embla with a list that changes while it is read: the selection is an idea, not an index. */
export const useIdeaCarousel = (allIdeas: readonly Idea[], onSettle: (id: string | undefined) => void) => {
  const [viewport, embla] = useEmblaCarousel(OPTIONS);
  const [held, setHeld] = useState(false);
  const ideas = useFrozenOrder(allIdeas, held);
  const ids = useMemo(() => ideas.map(({ id }) => id), [ideas]);
  const [place, setPlace] = useState(() => ({ ids, id: ids.find((id) => id === readCard()) ?? ids[0] }));
  const index = indexAfterChange(place.ids, ids, place.id);
  const order = ids.join();
  const latest = useRef({ ids, index });
  useLayoutEffect(() => {
    latest.current = { ids, index };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for another order, not for another list.
  useLayoutEffect(() => {
    const { ids, index } = latest.current;
    embla?.reInit({ startIndex: index });
    setPlace({ ids, id: ids[index] });
    onSettle(ids[index]);
  }, [embla, order]);

  useEffect(() => storeCard(ids[index]), [ids, index]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another order may have another first slide.
  useEffect(() => {
    if (!embla) return;
    const widths = new Map<Element, number>();
    const observer = new ResizeObserver((entries) => {
      let hasChanged = false;
      for (const { target, contentRect } of entries) {
        const width = Math.round(contentRect.width);
        hasChanged ||= width !== (widths.get(target) ?? width);
        widths.set(target, width);
      }
      if (hasChanged) embla.reInit({ startIndex: latest.current.index });
    });
    // At a breakpoint the slides get their width after the frame.
    for (const element of [embla.rootNode(), ...embla.slideNodes().slice(0, 1)]) observer.observe(element);
    return () => observer.disconnect();
  }, [embla, order]);

  useEffect(() => {
    if (!embla) return;
    let release: ReturnType<typeof setTimeout>;
    const settle = () => onSettle(latest.current.ids[embla.selectedScrollSnap()]);
    const onSelect = () => {
      const { ids: now } = latest.current;
      setPlace({ ids: now, id: now[embla.selectedScrollSnap()] });
      // Embla has no `settle` event after a jump.
      if (embla.internalEngine().scrollBody.duration() === 0) settle();
    };
    const onDown = () => {
      clearTimeout(release);
      setHeld(true);
    };
    const onUp = () => {
      clearTimeout(release);
      release = setTimeout(() => setHeld(false), SWIPE_MS);
    };
    embla.on('select', onSelect).on('settle', settle).on('pointerDown', onDown).on('pointerUp', onUp);
    return () => {
      clearTimeout(release);
      embla.off('select', onSelect).off('settle', settle).off('pointerDown', onDown).off('pointerUp', onUp);
    };
  }, [embla, onSettle]);

  const step = useCallback(
    (by: -1 | 1) => {
      if (!embla) return;
      const count = embla.scrollSnapList().length;
      if (count < 2) return;
      const jump = matchMedia('(prefers-reduced-motion: reduce)').matches;
      // When two cards are narrower than the viewport Embla cannot loop: wrap around here.
      if (!embla.internalEngine().options.loop)
        embla.scrollTo((embla.selectedScrollSnap() + by + count) % count, jump);
      else if (by === 1) embla.scrollNext(jump);
      else embla.scrollPrev(jump);
    },
    [embla],
  );

  const show = useCallback(
    (id: string) => {
      const to = latest.current.ids.indexOf(id);
      if (to !== -1) embla?.scrollTo(to, matchMedia('(prefers-reduced-motion: reduce)').matches);
    },
    [embla],
  );

  return { viewport, ideas, index, step, show, ready: embla !== undefined };
};
