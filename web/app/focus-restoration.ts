import { useEffect } from 'react';

/** Where something stood that was taken out of the page: in `parent`, after `before`. */
type Place = { parent: Element; before: Element | null };
/** What had the focus last, and where it stood if it is gone. */
type Held = { element: Element; place: Place | null };

const DIALOG = '[role=dialog], [role=alertdialog]';
const CONTROL = 'a, button, input, select, textarea, label, summary';

/** What holds the keyboard: the innermost dialog, else the page. */
const rootOf = (element: Element): Element => element.closest(DIALOG) ?? document.body;

const elementBefore = (node: Node | null): Element | null =>
  node === null || node instanceof Element ? node : elementBefore(node.previousSibling);

/** Where a node stood that is gone, by what the browser noted of its removal. */
const placeOf = (gone: Element, records: readonly MutationRecord[]): Place | null => {
  const record = records.findLast(
    ({ target, removedNodes }) => target.isConnected && [...removedNodes].some((node) => node.contains(gone)),
  );
  if (!(record?.target instanceof Element)) return null;
  return { parent: record.target, before: elementBefore(record.previousSibling) };
};

const standingAt = ({ parent, before }: Place): Element => {
  const follows = before?.parentElement === parent ? before.nextElementSibling : parent.firstElementChild;
  const standing = follows ?? parent.lastElementChild ?? parent;
  // Another control would take the second half of a double press.
  return standing.matches(CONTROL) ? parent : standing;
};

/** Gives an element the focus; one that is no stop becomes one for as long as it has it. */
const focusOn = (element: HTMLElement): boolean => {
  const isStop = element.hasAttribute('tabindex');
  if (!isStop) {
    element.tabIndex = -1;
    element.dataset.keptFocus = '';
  }
  element.focus({ preventScroll: true });
  const has = document.activeElement === element;
  const undo = () => {
    if (isStop) return;
    element.removeAttribute('tabindex');
    delete element.dataset.keptFocus;
  };
  if (has) element.addEventListener('blur', undo, { once: true });
  else undo();
  return has;
};

/**
 * Keeps the focus near its place when what had it leaves the page (a Retry that worked, a message that was deleted, here or
 * elsewhere): otherwise the browser drops it, and a keyboard or a screen reader begins again at the top. Whoever knows a better
 * place moves the focus there; this waits two frames for them, and for dialogs that give the focus back as they close.
 */
export const useKeptFocus = (): void => {
  useEffect(() => {
    /** By what holds the keyboard, the latest last. */
    const held = new Map<Element, Held>();
    let frame = 0;

    const note = ({ target }: FocusEvent) => {
      // Base UI's own stops at the edges of a dialog hand the focus on.
      if (!(target instanceof Element) || target.hasAttribute('data-base-ui-focus-guard')) return;
      const root = rootOf(target);
      // A dialog takes the focus itself when it was lost inside it.
      if (target === root) return;
      held.delete(root);
      held.set(root, { element: target, place: null });
    };
    const keep = () => {
      for (const root of held.keys()) if (!root.isConnected) held.delete(root);
      const [root, last] = [...held].at(-1) ?? [];
      if (!last?.place || (document.activeElement !== document.body && document.activeElement !== root))
        return;
      for (let at: Element | null = standingAt(last.place); at instanceof HTMLElement; at = at.parentElement)
        if (focusOn(at)) return;
    };
    const observer = new MutationObserver((records) => {
      for (const one of held.values()) {
        const gone = one.place?.parent ?? one.element;
        if (!gone.isConnected) one.place = placeOf(gone, records) ?? one.place;
      }
      if (![...held.values()].some(({ place }) => place)) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(keep);
      });
    });

    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
};
