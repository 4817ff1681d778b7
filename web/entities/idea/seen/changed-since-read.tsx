import { Late, late } from '../../../shared/loading/lazy-boundary.tsx';

import type { Idea } from '../idea-model.ts';
import { useChangesSinceRead } from './use-viewing.ts';

const ChangedNotice = late(() => import('./changed-notice.tsx'));

/** Levels and status that moved since this reader last read the idea. Gone once it was read and left. */
export const ChangedSinceRead = ({ idea }: { idea: Idea }) => {
  const changes = useChangesSinceRead(idea);
  if (changes.length === 0) return null;
  return (
    <Late>
      <ChangedNotice idea={idea} changes={changes} />
    </Late>
  );
};
