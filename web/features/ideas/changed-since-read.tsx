import { absoluteTime } from '../../lib/absolute-time.ts';
import { ChangeLine } from './change-line.tsx';
import type { Idea } from './idea-model.ts';
import { useChangesSinceRead } from './reading/use-viewing.ts';
import { changedAt, useRevisions } from './use-revisions.ts';

/** Levels and status that moved since this reader last read the idea, each with its time. Gone once it was read and left. */
export const ChangedSinceRead = ({ idea, shown }: { idea: Idea; shown: boolean }) => {
  const changes = useChangesSinceRead(idea);
  const { data } = useRevisions(idea.id, shown && changes.length > 0);
  if (changes.length === 0) return null;
  return (
    <div className="mt-4 flex flex-wrap gap-x-4 gap-y-1 rounded-control bg-dawn-wash px-4 py-3 text-sm">
      <p className="font-semibold">Changed since you last read it</p>
      <ul className="grid gap-1">
        {changes.map((change) => (
          <li key={change.field} className="wrap-anywhere">
            <ChangeLine change={change} />
            {`, ${absoluteTime(changedAt(data, change.field) ?? idea.updatedAt, Date.now())}`}
          </li>
        ))}
      </ul>
    </div>
  );
};
