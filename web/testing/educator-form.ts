import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { NewIdeaInput } from '../../contract/publishing/idea-writing.ts';
import { educator, openApp, type Size } from './open-app.tsx';
import { expectShown, WAIT_MS } from './page.ts';

/** An idea without any warning, as it is typed. */
export const typedIdea = {
  Pair: 'GBP/USD',
  'Time frame': '1D',
  'Entry 1': '1.2710',
  'Invalidation level': '1.2648',
  'Exit 1': '1.2795',
};
/** The same idea, as it is stored. */
export const storedIdea = {
  pair: 'GBP/USD',
  time_frame: '1D',
  entry_1: '1.2710',
  entry_2: null,
  invalidation_level: '1.2648',
  exit_1: '1.2795',
  exit_2: null,
  exit_3: null,
} as const satisfies Partial<NewIdeaInput>;

/** Opens the educator's dashboard, with its list loaded. */
export const openDashboard = async (size?: Size): Promise<void> => {
  await openApp('/educator/dashboard', { as: educator, ...(size && { size }) });
  await expectShown(
    page.getByRole('heading', { name: 'Your ideas' }).or(page.getByText('No trade ideas yet')),
  );
};

export const ideaForm = (): Locator => page.getByCss('form').first();
export const publishButton = (): Locator => page.getByRole('button', { name: 'Publish idea' });
/** A field of the form that is one line of text. */
export const lineField = (name: string): Locator => ideaForm().getByRole('textbox', { name }).first();
export const pairField = (): Locator => ideaForm().getByRole('combobox', { name: 'Pair' });
export const notesField = (): Locator => ideaForm().getByLabelText('Notes');
export const pressInNotes = async (): Promise<void> =>
  ((await notesField().findElement()) as HTMLElement).focus();

/** Types into fields by their labels. */
export const fillForm = async (values: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(values))
    await ideaForm().getByLabelText(label).first().fill(value);
};

/** The card of the own idea with these notes. */
export const ownCard = (notes: string): Locator =>
  page.getByRole('article').filter({ hasText: notes }).first();

/** Waits until the card's heading is wholly in the window. */
export const expectHeadingInView = (card: Locator): Promise<void> =>
  expect
    .poll(
      () => {
        const { top, bottom } = card.getByRole('heading').element().getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      },
      { timeout: WAIT_MS },
    )
    .toBe(true);
