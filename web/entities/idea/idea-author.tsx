import { Link } from 'wouter';
import { relativeTime } from '../../../contract/relative-time.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { paths } from '../../shared/paths.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import type { Idea } from './idea-model.ts';

const MINUTE = 60_000;

/** SPEC §9's relative time beside the absolute time with its zone (DESIGN §14). */
const IdeaTime = ({ iso }: { iso: string }) => {
  // Only a time shown in seconds needs an update every second.
  const young = Date.now() - Date.parse(iso) < MINUTE;
  const now = useNow(young ? 1_000 : 10_000);
  return (
    <time dateTime={iso} className="ml-auto shrink-0 text-right text-sm leading-tight">
      {relativeTime(iso, now)}
      <span className="block text-xs text-faint">{absoluteTime(iso, now)}</span>
    </time>
  );
};

/** The idea's educator and time. */
export const IdeaAuthor = ({ idea }: { idea: Idea }) => (
  <div className="flex items-center gap-3 text-muted">
    <Avatar name={idea.educatorName} image={idea.educatorImage} />
    <div className="min-w-0 text-sm leading-tight">
      <Link
        href={paths.educatorRecord(idea.educatorId)}
        title="Track record"
        className="quiet-link line-clamp-2 font-medium wrap-anywhere text-text"
      >
        {idea.educatorName}
      </Link>
      <p className="line-clamp-2 wrap-anywhere">{idea.specialty}</p>
    </div>
    <IdeaTime iso={idea.createdAt} />
  </div>
);
