import { useEffect } from 'react';
import { focusRegionStart } from '../shared/ui/focus-region.ts';

/** The former position of a removed element: in `parent`, after `before`. */
type Position = { parent: Element; before: Element | null };
/** The element that had the focus last, and its former position if it was removed. */
type LastFocus = { element: Element; place: Position | null };

const DIALOG = '[role=dialog], [role=alertdialog]';
const CONTROL = 'a, button, input, select, textarea, label, summary';

/** The focus scope of an element: the innermost dialog, else the page. */
const findScope = (element: Element): Element => element.closest(DIALOG) ?? document.body;

const elementBefore = (node: Node | null): Element | null =>
  node === null || node instanceof Element ? node : elementBefore(node.previousSibling);

/** The former position of a removed element, from the mutation records of its removal. */
const findPosition = (gone: Element, records: readonly MutationRecord[]): Position | null => {
  const record = records.findLast(
    ({ target, removedNodes }) => target.isConnected && [...removedNodes].some((node) => node.contains(gone)),
  );
  if (!(record?.target instanceof Element)) return null;
  return { parent: record.target, before: elementBefore(record.previousSibling) };
};

const findElementAt = ({ parent, before }: Position): Element => {
  const follows = before?.parentElement === parent ? before.nextElementSibling : parent.firstElementChild;
  const candidate = follows ?? parent.lastElementChild ?? parent;
  // A neighbouring control must not receive the second click of a double click.
  return candidate.matches(CONTROL) ? parent : candidate;
};

/** Focuses an element; one without a tabindex gets one for as long as it has the focus. */
const tryFocus = (element: HTMLElement): boolean => {
  const isStop = element.hasAttribute('tabindex');
  if (!isStop) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  const has = document.activeElement === element;
  const undo = () => element.removeAttribute('tabindex');
  if (!isStop && has) element.addEventListener('blur', undo, { once: true });
  if (!isStop && !has) undo();
  return has;
};

/** Marks where the app put the focus, as long as it is there. */
const markRestored = (element: Element | null): void => {
  if (element === document.body) return;
  element?.setAttribute('data-restored-focus', '');
  element?.addEventListener('blur', () => element.removeAttribute('data-restored-focus'), { once: true });
};

/** Focuses the innermost region (`data-focus-region`) of a position, or what is nearest to it. */
const focusNear = (place: Position): void => {
  const region = place.parent.closest<HTMLElement>('[data-focus-region]');
  if (region) {
    focusRegionStart(region);
    return;
  }
  for (let at: Element | null = findElementAt(place); at instanceof HTMLElement; at = at.parentElement)
    if (tryFocus(at)) return;
};

/**
 * Restores the focus when the focused element is removed (a Retry that worked, a deleted message): in its region if a part
 * of the page is marked as one (a photo removed, a question answered), else near its position. Otherwise keyboard and
 * screen reader users would start again at the top of the page. It waits two frames, so that code that knows a better
 * target, and closing dialogs, go first.
 */
export const useFocusRestoration = (): void => {
  useEffect(() => {
    /** The last focused element of each focus scope, most recent last. */
    const lastFocusByScope = new Map<Element, LastFocus>();
    let frame = 0;

    const onFocusIn = ({ target }: FocusEvent) => {
      // Base UI's focus guards at the edges of a dialog pass the focus on.
      if (!(target instanceof Element) || target.hasAttribute('data-base-ui-focus-guard')) return;
      const root = findScope(target);
      // A dialog focuses itself when the focus inside it was lost.
      if (target === root) return;
      lastFocusByScope.delete(root);
      lastFocusByScope.set(root, { element: target, place: null });
    };
    const restore = () => {
      for (const root of lastFocusByScope.keys()) if (!root.isConnected) lastFocusByScope.delete(root);
      const [root, last] = [...lastFocusByScope].at(-1) ?? [];
      if (!last?.place || (document.activeElement !== document.body && document.activeElement !== root))
        return;
      focusNear(last.place);
      markRestored(document.activeElement);
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      // The focus went nowhere: a click on the background, or the element is just being removed.
      if (relatedTarget === null)
        setTimeout(() => {
          if (!(target instanceof Element) || !target.isConnected || document.activeElement === target)
            return;
          for (const [root, { element }] of lastFocusByScope)
            if (element === target) lastFocusByScope.delete(root);
        });
    };
    const observer = new MutationObserver((records) => {
      for (const one of lastFocusByScope.values()) {
        const gone = one.place?.parent ?? one.element;
        if (!gone.isConnected) one.place = findPosition(gone, records) ?? one.place;
      }
      if (![...lastFocusByScope.values()].some(({ place }) => place)) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(restore);
      });
    });

    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
};
