import { useDocumentEvent } from './use-document-event.ts';

/** Controls that use arrow keys themselves. */
const KEY_CONTROLS =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tablist], [role=radiogroup], [role=slider], audio, video';
const ENTER_CONTROLS = `${KEY_CONTROLS}, a, button, summary`;
/** A toast and the preview of a definition are dialogs too, but they take no keys. */
const OPEN =
  '[role=dialog]:not([role=region] *, [data-preview]), [role=alertdialog]:not([role=region] *), [role=menu], [data-opening]';

export const isOverlayOpen = (): boolean => document.querySelector(OPEN) !== null;

const isUsedElsewhere = ({ key, target }: KeyboardEvent): boolean =>
  (target instanceof Element && target.closest(key === 'Enter' ? ENTER_CONTROLS : KEY_CONTROLS) !== null) ||
  isOverlayOpen();

const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  altKey || ctrlKey || metaKey || shiftKey;

/** Single keys, no characters (WCAG 2.1.4), that work from anywhere on the page, unless a control needs them or a dialog is open. */
export const useShortcuts = (keys: readonly string[], run: (key: string) => void): void =>
  useDocumentEvent('keydown', (event) => {
    if (!keys.includes(event.key) || event.defaultPrevented) return;
    if (hasModifier(event) || isUsedElsewhere(event)) return;
    event.preventDefault();
    run(event.key);
  });
