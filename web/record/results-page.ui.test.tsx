import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listTrackRecords } from '../../contract/record/track-record.ts';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { educators } from '../testing/basic-answers.ts';
import { FakeRecords, lost, won } from '../testing/fake-records.ts';
import { openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, readTexts } from '../testing/page.ts';

/** The results of all educators: what closed, and who reached what. */
let records: FakeRecords;
beforeEach(() => {
  records = new FakeRecords(server());
});
const add: FakeRecords['add'] = (...args) => records.add(...args);

describe('the results of everybody', () => {
  const rows = () => page.getByRole('main').getByRole('listitem').getByRole('heading');

  it('are one list by week, filtered in the address, and lead to the idea (§2.98)', async () => {
    const id = add('XAU/USD', won);
    add('EUR/NOK', lost);
    add('SOL/USDT', won, { market_type: 'Crypto' });
    add('GBP/CHF');
    await openApp('/customer/forex');
    await page.getByRole('link', { name: 'Results', exact: true }).click();
    await expectShown(page.getByText(/^3 closed, 2 reached exit 1, /));
    await expectShown(page.getByRole('heading', { name: 'This week' }));
    await expect.poll(() => readTexts(rows())[0]).toContain('SOL/USDT');
    await page.getByRole('combobox', { name: 'Market' }).selectOptions('Forex');
    await page.getByRole('combobox', { name: 'Result' }).selectOptions('reached');
    await expect.poll(() => location.search).toBe('?market=Forex&result=reached');
    await expect.poll(() => rows().elements().length).toBe(1);
    await rows().getByRole('link', { name: 'XAU/USD' }).click();
    await expect.poll(() => location.pathname).toBe(`/ideas/${id}`);
    history.back();
    await expect.poll(() => location.search).toBe('?market=Forex&result=reached');
    expect(await findViolationsInBothThemes()).toEqual([]);
  });

  it('say so when nothing matches, and when they cannot be loaded', async () => {
    add('XAU/USD', won);
    await openApp('/customer/results?pair=nothing');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rows().elements().length).toBe(1);
    server().failUntilPressed(listTrackRecords);
    await openApp('/customer/results');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => rows().elements().length).toBe(1);
  });
});

describe('the directory of educators', () => {
  const cards = () => page.getByRole('main').getByRole('listitem');
  const names = () => readTexts(cards().getByRole('heading'));

  it('compares figures with the ranges and minimum counts of the record (§2.92)', async () => {
    add('XAU/USD', won);
    add('EUR/NOK', lost);
    add('GBP/CHF');
    await openApp('/customer/educators');
    const card = cards().filter({ hasText: educators[1]!.fullName });
    await expectShown(card.getByText('1 of 2'));
    await page.getByRole('searchbox', { name: 'Search pairs' }).fill('xau');
    await expect.poll(names).toEqual([educators[1]!.fullName]);
    await expectShown(card.getByText('1 of 1'));
  });

  it('ranks nobody with fewer than twenty results', async () => {
    for (let count = 0; count < 19; count++) add('XAU/USD', won);
    await openApp('/customer/educators?sort=reached');
    await expectShown(page.getByText(/fewer than 20 results: too few for a rank/));
    await expectLive();
    expect(names()[0]).not.toBe(educators[1]!.fullName);
    add('XAU/USD', lost);
    await expect.poll(() => names()[0]).toBe(educators[1]!.fullName);
    await expectShown(cards().first().getByText('95.0 %'));
  });

  it('says that figures are loading, or could not be loaded', async () => {
    server().hold(listTrackRecords);
    await openApp('/customer/educators?sort=reached');
    await expectShown(page.getByText('Loading results...').first());
    await expectGone(page.getByText(/too few for a rank/));
    server().failUntilPressed(listTrackRecords);
    await openApp('/customer/educators');
    await expectShown(page.getByText('Results not loaded').first());
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectGone(page.getByText('Results not loaded'));
  });
});
