import { type Locator, page } from 'vitest/browser';
import { writeStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import type { FakeOperator } from './fake-operator.ts';
import { openApp, type Size } from './open-app.tsx';
import { expectShown } from './page.ts';

/** What tests of the operator's page read and press. */
export const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
export const rows = (list: string): Locator =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem');
export const confirm = (name: string): Locator =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true });

/** An address and a name that do not fit a line of a phone. */
export const LONG_EMAIL =
  'an-address-as-long-as-they-come-without-any-place-to-break@department.of.names.example.org';
export const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft';

/** Opens a tab with a session. */
export const visitOperator = async (operator: FakeOperator, tab: string, size?: Size): Promise<void> => {
  writeStored(storageKeys.operatorSession, { token: operator.openSession(), name: operator.name });
  await openApp(`/operator?tab=${tab}`, { as: null, ...(size && { size }) });
  await expectShown(page.getByText(`Operator: ${operator.name}`));
};
