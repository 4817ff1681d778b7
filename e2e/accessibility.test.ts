import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { openPage, signInCustomer, signInEducator, type WatchedPage } from './people.ts';

/** WCAG 2.2 AA by axe, on each screen, in both themes (DESIGN §11). */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Violation = { id: string; nodes: { target: unknown; html: string }[] };

const violationsOf = async (page: Page): Promise<string[]> => {
  // The page's policy allows no foreign script; the debugger's own evaluation is not bound by it.
  await page.evaluate(axe);
  const violations = await page.evaluate(async (tags) => {
    const { axe: runner } = window as unknown as {
      axe: { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> };
    };
    return (await runner.run(document, { runOnly: { type: 'tag', values: tags } })).violations;
  }, TAGS);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${JSON.stringify(target)} ${html.slice(0, 160)}`),
  );
};

const themes = ['dark', 'light'] as const;
const screens = {
  nobody: ['/login', '/chartlark-staff', '/terms', '/privacy', '/test-notifications', '/verify', '/nothing'],
  customer: [
    '/customer/dashboard',
    '/customer/forex',
    '/customer/crypto',
    '/customer/forex/leverage',
    '/customer/chat',
    '/customer/profile',
  ],
  educator: [
    '/educator/dashboard',
    '/educator/ideas',
    '/educator/ideas/new',
    '/educator/chat',
    '/educator/profile',
  ],
};

let app: TestApp;
let people: Record<keyof typeof screens, WatchedPage>;

beforeAll(async () => {
  app = await startApp();
  const [nobody, customer, educator] = await Promise.all([
    openPage(app.url, '/login'),
    signInCustomer(app.url),
    signInEducator(app.url),
  ]);
  people = { nobody, customer, educator };
});
afterAll(async () => {
  await Promise.all(Object.values(people ?? {}).map(({ close }) => close()));
  await app.close();
});

describe.each(themes)('in the %s theme axe finds nothing on', (theme) => {
  const cases = Object.entries(screens).flatMap(([who, paths]) =>
    paths.map((path) => [path, who as keyof typeof screens] as const),
  );
  it.each(cases)('%s (%s)', async (path, who) => {
    const { page } = people[who];
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    // Skeletons are screens too, but the lists are what people read.
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
    expect(await violationsOf(page)).toEqual([]);
  });
});
