import { absoluteTime } from '../../shared/absolute-time.ts';
import { ChangeLine } from '../change-line.tsx';
import type { FieldChange } from '../format-change.ts';
import type { Idea } from '../idea-model.ts';
import { changedAt, useRevisions } from '../use-revisions.ts';
import { useChangesSinceRead } from './use-viewing.ts';

const ChangedNotice = ({ idea, changes }: { idea: Idea; changes: readonly FieldChange[] }) => {
  const { data } = useRevisions(idea.id);
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 rounded-control bg-accent-wash px-4 py-3 text-sm">
      <p className="font-semibold">Updated since you last viewed it</p>
      <ul className="grid gap-1">
        {changes.map((change) => (
          <li key={change.field} className="wrap-anywhere">
            <ChangeLine change={change} />
            {`, ${absoluteTime(changedAt(data, change.field) ?? idea.updated_at)}`}
          </li>
        ))}
      </ul>
    </div>
  );
};

/** Levels and status that changed since the reader last read the idea. Disappears after the idea was read and left. */
export const ChangesSinceRead = ({ idea }: { idea: Idea }) => {
  const changes = useChangesSinceRead(idea);
  return changes.length > 0 && <ChangedNotice idea={idea} changes={changes} />;
};
