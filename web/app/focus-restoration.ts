import { useEffect } from 'react';

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
  if (!isStop) {
    element.tabIndex = -1;
    element.dataset.restoredFocus = '';
  }
  element.focus({ preventScroll: true });
  const has = document.activeElement === element;
  const undo = () => {
    if (isStop) return;
    element.removeAttribute('tabindex');
    delete element.dataset.restoredFocus;
  };
  if (has) element.addEventListener('blur', undo, { once: true });
  else undo();
  return has;
};

/**
 * Restores the focus near its position when the focused element is removed (a Retry that worked, a deleted message).
 * Otherwise keyboard and screen reader users would start again at the top of the page. It waits two frames, so that code
 * that knows a better target, and closing dialogs, go first.
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
      for (
        let at: Element | null = findElementAt(last.place);
        at instanceof HTMLElement;
        at = at.parentElement
      )
        if (tryFocus(at)) return;
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
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
};
