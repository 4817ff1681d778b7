import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { RoomMessages } from './use-messages.ts';

/** Nearer to the end than this counts as being there. */
const END_PX = 32;
/** Nearer to the beginning than this, what came before is fetched. */
const NEAR_TOP_PX = 700;
/** Room above the line where somebody left off. */
const ABOVE_LINE_PX = 72;

type Seen = { element: HTMLElement; top: number };
/** What stays where it is when the content changes: the end, or the messages in view (the first that is still there). */
type Anchor = 'end' | Seen[];

const distanceToEnd = (box: HTMLElement) => box.scrollHeight - box.clientHeight - box.scrollTop;

const messagesInView = (box: HTMLElement): Seen[] => {
  const { top, bottom } = box.getBoundingClientRect();
  return [...box.querySelectorAll<HTMLElement>('[data-message]')]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter((seen) => seen.box.bottom > top && seen.box.top < bottom)
    .map((seen) => ({ element: seen.element, top: seen.box.top - top }));
};

const hold = (box: HTMLElement, anchor: Anchor) => {
  if (anchor === 'end') {
    box.scrollTop = box.scrollHeight;
    return;
  }
  const seen = anchor.find(({ element }) => box.contains(element));
  if (!seen) return;
  const { top } = seen.element.getBoundingClientRect();
  box.scrollTop += top - box.getBoundingClientRect().top - seen.top;
};

/** The first link or button that is wholly in view. */
const firstStopInView = (box: HTMLElement): HTMLElement | undefined => {
  const { top, bottom } = box.getBoundingClientRect();
  return [...box.querySelectorAll<HTMLElement>('a[href], button')].find((stop) => {
    const rect = stop.getBoundingClientRect();
    return rect.top >= top && rect.bottom <= bottom;
  });
};

/** Tab goes on from the messages in view, not from the first of a long room: its buttons would be a hundred stops away. */
const tabIntoView = (event: KeyboardEvent<HTMLElement>) => {
  const box = event.currentTarget;
  if (event.target !== box || event.key !== 'Tab' || event.shiftKey) return;
  const stop = firstStopInView(box);
  if (!stop) return;
  event.preventDefault();
  stop.focus({ preventScroll: true });
};

/** Where somebody left off, if that has been scrolled out of view by what came since. */
const lineAbove = (box: HTMLElement): number | null => {
  const line = box.querySelector('[data-new-line]');
  if (!line) return null;
  const above = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
  return above < 0 ? box.scrollTop + above - ABOVE_LINE_PX : null;
};

/**
 * A room opens at its end (or where its reader left off, if more is new than fits) and stays there while messages arrive; who
 * reads further up is not moved by anything: messages above or below, pictures that load, a keyboard that opens. The browser's
 * own scroll anchoring is not everywhere, and does nothing at the very top, where older messages come in.
 */
export const useRoomScroll = (
  list: RoomMessages,
): {
  box: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** Null until the room has opened. */
  atEnd: boolean | null;
  toEnd: () => void;
  /** The same for the reader who asked for it: what they pressed goes, so that they stand in the messages. */
  goToEnd: () => void;
  onScroll: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
} => {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor>('end');
  const opened = useRef(false);
  const [atEnd, setAtEnd] = useState<boolean | null>(null);
  const listNow = useRef(list);
  listNow.current = list;

  const loadNearTop = useCallback((element: HTMLElement) => {
    const { older, loadOlder } = listNow.current;
    if (older === 'there' && element.scrollTop < NEAR_TOP_PX) loadOlder();
  }, []);
  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const isEnd = distanceToEnd(element) <= END_PX;
    anchor.current = isEnd ? 'end' : messagesInView(element);
    setAtEnd(isEnd);
    loadNearTop(element);
  }, [loadNearTop]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || list.state !== 'ready') return;
    hold(element, anchor.current);
    // Also for who came to the top while the room was being refreshed, when nothing older can be asked for.
    if (opened.current) return loadNearTop(element);
    opened.current = true;
    const start = lineAbove(element);
    if (start !== null) element.scrollTop = start;
    onScroll();
  });

  useEffect(() => {
    const element = box.current;
    if (!element || !content.current) return;
    const observer = new ResizeObserver(() => hold(element, anchor.current));
    observer.observe(element);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, []);

  const toEnd = useCallback(() => {
    anchor.current = 'end';
    if (box.current) hold(box.current, 'end');
    setAtEnd(true);
  }, []);

  const goToEnd = useCallback(() => {
    toEnd();
    box.current?.focus({ preventScroll: true });
  }, [toEnd]);

  return { box, content, atEnd, toEnd, goToEnd, onScroll, onKeyDown: tabIntoView };
};
