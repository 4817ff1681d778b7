import { onTestFinished, vi } from 'vitest';
import type { Locator } from 'vitest/browser';
import { press } from './keyboard.ts';

/**
 * Pastes into a field with the keyboard. Test files share the clipboard of the machine, so the text comes from here instead:
 * a field that does not handle the event gets it as input.
 */
export const pasteInto = async (field: Locator, text: string): Promise<void> => {
  const replaceText = (event: ClipboardEvent) => {
    if (!event.isTrusted) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    const replaced = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    if (event.target?.dispatchEvent(replaced)) document.execCommand('insertText', false, text);
  };
  window.addEventListener('paste', replaceText, { capture: true });
  try {
    await field.click();
    await press('Control+v');
  } finally {
    window.removeEventListener('paste', replaceText, { capture: true });
  }
};

/**
 * From now on, returns what was copied last. Nothing reaches the clipboard: test files share it, and the browser refuses it to
 * a page that has not the focus because another file's has.
 */
export const watchCopying = (): (() => string | undefined) => {
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copying.mockRestore());
  return () => copying.mock.lastCall?.[0];
};
