import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { RoomRead } from '../../contract/ideas/reading.ts';
import { type OpenOptions, openApp } from './open-app.tsx';
import { expectLive, expectShown } from './page.ts';

/** What tests of the chat read on its pages. */
export const room = (): Locator => page.getByRole('tabpanel');
export const messages = (): Locator => room().getByRole('article');
export const message = (text: string): Locator => messages().filter({ hasText: text });
export const compose = (): Locator => page.getByRole('form', { name: 'New message' }).getByRole('textbox');
export const tab = (name: string): Locator => page.getByRole('tab', { name });

export const box = (): HTMLElement => room().element() as HTMLElement;
export const distanceToEnd = (): number => box().scrollHeight - box().clientHeight - box().scrollTop;

export const openChat = async (path: string, options: OpenOptions = {}): Promise<void> => {
  await openApp(path, options);
  await expectLive();
  await expectShown(room());
};

/** Waits until all messages of the page are stored as read. */
export const waitUntilRead = (): Promise<void> =>
  expect
    .poll(() => {
      const last = messages().elements().at(-1)?.getAttribute('data-message');
      return Object.entries(localStorage).some(
        ([name, value]) =>
          /^(reading|unsentReading):/.test(name) &&
          JSON.parse(value).rooms.some(({ id }: RoomRead) => id === last),
      );
    })
    .toBe(true);
