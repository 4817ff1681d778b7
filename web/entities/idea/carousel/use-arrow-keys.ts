import { useEffect, useRef } from 'react';

/** Where left and right already mean something: typing, choosing, dialogs and menus. */
const TAKEN =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tablist], [role=radiogroup], [role=slider], audio, video';
const OPEN = '[role=dialog], [role=alertdialog], [role=menu]';

/** SPEC §2: the left and right arrow keys scroll the carousel, from anywhere on the page but there. */
export const useArrowKeys = (scroll: (step: -1 | 1) => void): void => {
  const latest = useRef(scroll);
  useEffect(() => {
    latest.current = scroll;
  }, [scroll]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(TAKEN)) return;
      if (document.querySelector(OPEN)) return;
      event.preventDefault();
      latest.current(event.key === 'ArrowRight' ? 1 : -1);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
};
