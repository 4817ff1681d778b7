import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { WatchedPage } from './people.ts';
import { journey, screens, setUpVisitors, type Visitor } from './screens.ts';

/** DESIGN §7: no inline script, and nothing from elsewhere, on any screen; as the browser itself reports it. */
const visited: Record<Visitor, readonly string[]> = {
  ...screens,
  nobody: ['/', ...screens.nobody, '/api/docs'],
};

setUpVisitors({ serviceWorkers: 'allow' });
const reports: string[] = [];

/** From its next document on, the page tells of every violation it meets. */
const report = async ({ page }: WatchedPage) => {
  await page.exposeFunction('reportViolation', (text: string) =>
    reports.push(`${new URL(page.url()).pathname}: ${text}`),
  );
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event;
      const text = `${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`;
      (window as unknown as { reportViolation: (text: string) => void }).reportViolation(text);
    });
  });
};

beforeAll(async () => {
  for (const person of Object.values(journey.people)) await report(person);
});

const settle = async (page: Page) => {
  await page.locator('h1, h2, #swagger-ui').first().waitFor();
  // What a screen loads after it stands: pictures, the late parts, the worker.
  await page.waitForTimeout(400);
};

it('every screen keeps to its policy', async () => {
  await Promise.all(
    (Object.keys(visited) as Visitor[]).map(async (who) => {
      const { page } = journey.people[who];
      for (const path of visited[who]) {
        await page.goto(path);
        await settle(page);
      }
    }),
  );
  expect(reports).toEqual([]);
});

it('a script, a style or a request that does not belong is stopped and reported', async () => {
  const { page } = journey.people.nobody;
  await page.goto('/login');
  await settle(page);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    const button = document.createElement('button');
    button.setAttribute('onclick', 'window.injected = true');
    document.body.append(button);
    button.click();
    const link = document.createElement('script');
    link.src = 'https://elsewhere.example/x.js';
    document.body.append(link);
    const frame = document.createElement('iframe');
    frame.src = 'https://elsewhere.example/';
    document.body.append(frame);
    void fetch('https://elsewhere.example/x').catch(() => undefined);
  });
  await expect
    .poll(() => new Set(reports.map((text) => text.split(' ')[1])))
    .toEqual(new Set(['script-src-elem', 'script-src-attr', 'frame-src', 'connect-src']));
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);
});
