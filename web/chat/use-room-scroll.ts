import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RoomMessages } from './use-messages.ts';

/** Closer to the end than this counts as at the end. */
const END_PX = 32;
/** Closer to the top than this loads older messages. */
const NEAR_TOP_PX = 700;
/** Space above the "New messages" line. */
const ABOVE_LINE_PX = 72;

/** `offset` is the distance from the start of the content: unlike the position on screen, scrolling does not change it. */
type VisibleMessage = { element: HTMLElement; offset: number };
/** What keeps its position when the content changes: the end, or the first visible message that still exists. */
type Anchor = { scrollTop: number; visible: 'end' | VisibleMessage[] };

const distanceToEnd = (box: HTMLElement) => box.scrollHeight - box.clientHeight - box.scrollTop;

const measureOffset = (box: HTMLElement, element: HTMLElement) =>
  element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;

const findVisibleMessages = (box: HTMLElement): VisibleMessage[] => {
  const { top, bottom } = box.getBoundingClientRect();
  return [...box.querySelectorAll<HTMLElement>('[data-message]')]
    .filter((element) => {
      const rect = element.getBoundingClientRect();
      return rect.bottom > top && rect.top < bottom;
    })
    .map((element) => ({ element, offset: measureOffset(box, element) }));
};

/**
 * Only a scroll upwards leaves the end: the event of a scroll to the end may arrive when something below the room has
 * already made it shorter. It counts from the first pixel: otherwise new content would undo a scroll that has just begun.
 */
const findAnchor = (box: HTMLElement, last: Anchor): Anchor => {
  const { scrollTop } = box;
  const isUpwards = scrollTop < last.scrollTop;
  const isEnd = (last.visible === 'end' && !isUpwards) || distanceToEnd(box) <= (isUpwards ? 1 : END_PX);
  return { scrollTop, visible: isEnd ? 'end' : findVisibleMessages(box) };
};

/**
 * Moves the box by as much as the content has moved, never against the reader: a smooth scroll is often further than its last
 * event, and writing the same position again would stop it. Returns where the anchor is then.
 */
const restoreAnchor = (box: HTMLElement, anchor: Anchor): Anchor => {
  const { scrollTop, visible } = anchor;
  if (visible === 'end') {
    if (box.scrollTop < scrollTop || distanceToEnd(box) <= 0) return anchor;
    box.scrollTop = box.scrollHeight;
    return { scrollTop: box.scrollTop, visible };
  }
  const seen = visible.find(({ element }) => box.contains(element));
  const shift = seen ? measureOffset(box, seen.element) - seen.offset : 0;
  if (Math.abs(shift) < 1) return anchor;
  box.scrollTop += shift;
  return { scrollTop: box.scrollTop, visible: findVisibleMessages(box) };
};

const AT_END: Anchor = { scrollTop: 0, visible: 'end' };

/** The first link or button that is fully visible. */
const findFirstVisibleControl = (box: HTMLElement): HTMLElement | undefined => {
  const { top, bottom } = box.getBoundingClientRect();
  return [...box.querySelectorAll<HTMLElement>('a[href], button')].find((stop) => {
    const rect = stop.getBoundingClientRect();
    return rect.top >= top && rect.bottom <= bottom;
  });
};

/** Tab continues from the visible messages, not from the first one of a long channel. */
const tabIntoView = (event: KeyboardEvent<HTMLElement>) => {
  const box = event.currentTarget;
  if (event.target !== box || event.key !== 'Tab' || event.shiftKey) return;
  const stop = findFirstVisibleControl(box);
  if (!stop) return;
  event.preventDefault();
  stop.focus({ preventScroll: true });
};

/** Scroll position of the "New messages" line, if newer messages moved it out of view. */
const findLineAbove = (box: HTMLElement): number | null => {
  const line = box.querySelector('[data-new-line]');
  if (!line) return null;
  const above = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
  return above < 0 ? box.scrollTop + above - ABOVE_LINE_PX : null;
};

/**
 * Scroll anchoring for a channel. It opens at the end (or at the "New messages" line, if more is new than fits) and stays there
 * while messages arrive. Further up, nothing moves the reader: new or older messages, loading images, an on-screen keyboard.
 * The browsers' own scroll anchoring is not available everywhere and does nothing at the very top.
 */
export const useRoomScroll = (list: RoomMessages) => {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor>(AT_END);
  const opened = useRef(false);
  // Null until the channel has opened.
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
    anchor.current = findAnchor(element, anchor.current);
    setAtEnd(anchor.current.visible === 'end');
    loadNearTop(element);
  }, [loadNearTop]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || list.state !== 'ready') return;
    anchor.current = restoreAnchor(element, anchor.current);
    // The reader may have reached the top during a refresh, when no older page could be loaded.
    if (opened.current) return loadNearTop(element);
    opened.current = true;
    const start = findLineAbove(element);
    if (start !== null) element.scrollTop = start;
    onScroll();
  });

  useEffect(() => {
    const element = box.current;
    if (!element || !content.current) return;
    const observer = new ResizeObserver(() => {
      anchor.current = restoreAnchor(element, anchor.current);
    });
    observer.observe(element);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, []);

  const toEnd = useCallback(() => {
    anchor.current = AT_END;
    if (box.current) anchor.current = restoreAnchor(box.current, AT_END);
    setAtEnd(true);
  }, []);

  /** Scrolls to the end and focuses the messages, because the pressed button disappears. */
  const goToEnd = useCallback(() => {
    toEnd();
    box.current?.focus({ preventScroll: true });
  }, [toEnd]);

  return { box, content, atEnd, toEnd, goToEnd, onScroll, onKeyDown: tabIntoView };
};
