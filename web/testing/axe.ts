import axe, { type RunOnly } from 'axe-core';

const TAGS: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The rules that depend on colours. The others give the same result in both themes. */
const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const isMoving = ({ playState, effect }: Animation): boolean =>
  playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;

/** The dialog that is open, because the page below is inert, or the page. */
const findSubject = (): Element | Document =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document;

const run = async (runOnly: RunOnly): Promise<string[]> => {
  // During a transition axe would judge intermediate colours.
  while (document.getAnimations().some(isMoving)) await new Promise(requestAnimationFrame);
  const { violations } = await axe.run(findSubject(), { runOnly, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${JSON.stringify(target)} ${html.slice(0, 160)}`),
  );
};

/** Violations of WCAG 2.2 AA and of axe's best practices in the open dialog, or on the page. */
export const findViolations = (): Promise<string[]> => run(TAGS);

/** The same in the dark theme, and what depends on colours in the light one. */
export const findViolationsInBothThemes = async (): Promise<string[]> => {
  const { dataset } = document.documentElement;
  const dark = await run(TAGS);
  dataset.theme = 'light';
  try {
    return [...dark, ...(await run(COLOUR_RULES))];
  } finally {
    dataset.theme = 'dark';
  }
};
