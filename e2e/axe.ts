import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Violation = { id: string; nodes: { target: unknown; html: string }[] };

/** What axe finds on the page as it stands, by WCAG 2.2 AA and its own best practice. */
export const violationsOf = async (page: Page): Promise<string[]> => {
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
