import axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const isMoving = ({ playState, effect }: Animation): boolean =>
  playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;

/** Violations of WCAG 2.2 AA and of axe's best practices on the current page. */
export const findViolations = async (): Promise<string[]> => {
  // During a transition axe would judge intermediate colours.
  while (document.getAnimations().some(isMoving)) await new Promise(requestAnimationFrame);
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values: TAGS },
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${JSON.stringify(target)} ${html.slice(0, 160)}`),
  );
};
