import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findColourViolations, findViolations } from './axe.ts';
import { BLANK_PATH, openPage } from './people.ts';
import { screens, setUpVisitors, setup, toAddress, type Visitor } from './screens.ts';
import { chooseTheme, getTheme } from './theme.ts';

// Each screen is opened once, and everything that holds on all screens is checked there.

const addresses: Record<Visitor, readonly string[]> = {
  ...screens,
  customer: [...screens.customer, '/customer/crypto/exchange?pair=nothing'],
};
const cases = (Object.keys(addresses) as Visitor[]).flatMap((who) =>
  addresses[who].map((address) => [address, who] as const),
);

setUpVisitors({ serviceWorkers: 'allow' });
/** CSP violations of the open page, as reported by the browser. */
const reports: string[] = [];

/** From the next document on, the page records every violation. */
const report = async (page: Page) => {
  await page.exposeFunction('reportViolation', (text: string) => reports.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event;
      const text = `${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`;
      (window as unknown as { reportViolation: (text: string) => void }).reportViolation(text);
    });
  });
};

beforeAll(async () => {
  for (const { page } of Object.values(setup.people)) await report(page);
});
afterAll(() => {
  for (const { errors } of Object.values(setup.people)) expect(errors).toEqual([]);
});

const open = async (page: Page, address: string) => {
  reports.length = 0;
  await page.goto(toAddress(address));
  await page.locator('h1, #swagger-ui').first().waitFor();
  // What a screen loads later: images, deferred parts, the service worker.
  await page.waitForTimeout(400);
};

/** All rules in the dark theme, and those that depend on colours in the light theme. */
const lookWithAxe = async (page: Page) => {
  const theme = await getTheme(page);
  const dark = await findViolations(page);
  await chooseTheme(page, 'light');
  try {
    return { theme, dark, light: await findColourViolations(page) };
  } finally {
    await chooseTheme(page, 'dark');
  }
};

const visit = async (who: Visitor, address: string) => {
  const { page } = setup.people[who];
  await open(page, address);
  // Skeletons are screens too, but people read the lists.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  const heading = await page.getByRole('heading', { level: 1 }).first().innerText();
  const axe = await lookWithAxe(page);
  return { path: new URL(page.url()).pathname, heading, axe, violations: [...reports] };
};

describe.each(cases)('%s (%s)', (address, who) => {
  let shown: Awaited<ReturnType<typeof visit>>;
  beforeAll(async () => {
    shown = await visit(who, address);
  });

  it('renders the screen', () => {
    expect(shown.path).toBe(toAddress(address).replace(/[?].*/, ''));
    if (address === '/nothing') expect(shown.heading).toBe('Page Not Found');
    else expect(shown.heading).not.toMatch(/not found/i);
  });

  it('shows no WCAG 2.2 AA violation in either theme', () => {
    expect(shown.axe).toEqual({ theme: 'dark', dark: [], light: [] });
  });

  it('does not violate its content security policy', () => {
    expect(shown.violations).toEqual([]);
  });
});

describe('the content security policy', () => {
  it.each(['/', '/api/docs'])('allows everything that %s needs', async (address) => {
    await open(setup.people.nobody.page, address);
    expect(reports).toEqual([]);
  });

  it('blocks and reports a foreign script, style or request (§1.6)', async () => {
    const { page, close } = await openPage(setup.app.url, BLANK_PATH);
    await report(page);
    await open(page, '/login');
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
      .poll(() => new Set(reports.map((text) => text.split(' ')[0])))
      .toEqual(new Set(['script-src-elem', 'script-src-attr', 'frame-src', 'connect-src']));
    await expect.poll(() => page.evaluate(() => 'injected' in window)).toBe(false);
    await close();
  });
});
