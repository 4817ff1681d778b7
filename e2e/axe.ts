import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe judges by colour; everything else is the same in both themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

type Violation = { id: string; nodes: { target: unknown; html: string }[] };

/** What axe finds on the page as it stands, by WCAG 2.2 AA and its own best practice. */
export const violationsOf = (page: Page): Promise<string[]> =>
  violationsBy(page, { type: 'tag', values: TAGS });

/** The same for a page that axe has looked at in the other theme. */
export const colourViolationsOf = (page: Page): Promise<string[]> =>
  violationsBy(page, { type: 'rule', values: COLOUR_RULES });

const violationsBy = async (
  page: Page,
  runOnly: { type: 'tag' | 'rule'; values: readonly string[] },
): Promise<string[]> => {
  // A colour on its way to another is no colour to judge; what breathes for ever is not waited for.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
      ),
  );
  // The page's policy allows no foreign script; the debugger's own evaluation is not bound by it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const violations = await page.evaluate(async (only) => {
    const { axe: runner } = window as unknown as {
      axe: { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> };
    };
    // What passes is not described in full: nobody reads it.
    return (await runner.run(document, { runOnly: only, resultTypes: ['violations'] })).violations;
  }, runOnly);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${JSON.stringify(target)} ${html.slice(0, 160)}`),
  );
};
