import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that depend on colours. The others give the same result in both themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

type Violation = { id: string; nodes: { target: unknown; html: string }[] };

/** Violations of WCAG 2.2 AA and of axe's best practices on the current page. */
export const findViolations = (page: Page): Promise<string[]> =>
  violationsBy(page, { type: 'tag', values: TAGS });

/** The same for a page that was checked in the other theme: only the rules that depend on colours. */
export const findColourViolations = (page: Page): Promise<string[]> =>
  violationsBy(page, { type: 'rule', values: COLOUR_RULES });

const violationsBy = async (
  page: Page,
  runOnly: { type: 'tag' | 'rule'; values: readonly string[] },
): Promise<string[]> => {
  // Waits for transitions, because axe would judge intermediate colours; endless animations are not waited for.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
      ),
  );
  // The page's policy allows no foreign script, but DevTools evaluation is not bound by it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const violations = await page.evaluate(async (only) => {
    const { axe: runner } = window as unknown as {
      axe: { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> };
    };
    // Passed rules need no details.
    return (await runner.run(document, { runOnly: only, resultTypes: ['violations'] })).violations;
  }, runOnly);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${JSON.stringify(target)} ${html.slice(0, 160)}`),
  );
};
