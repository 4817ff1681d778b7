import { Link } from 'wouter';
import { absoluteTime } from '../shared/absolute-time.ts';
import { useRelativeTime } from '../shared/hooks/use-relative-time.ts';
import { paths } from '../shared/paths.ts';
import { Avatar } from '../shared/ui/avatar.tsx';
import type { Idea } from './idea-model.ts';

/** SPEC §9's relative time beside the absolute time with its zone (DESIGN §14). */
const IdeaTime = ({ iso }: { iso: string }) => (
  <time dateTime={iso} className="ml-auto shrink-0 text-right text-sm leading-tight">
    {useRelativeTime(iso)}
    <span className="block text-xs text-faint">{absoluteTime(iso)}</span>
  </time>
);

/** The idea's educator and time. */
export const IdeaAuthor = ({ idea }: { idea: Idea }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
    <Avatar name={idea.educator_name} image={idea.educator_image} />
    <div className="min-w-24 flex-1 text-sm leading-tight">
      <Link
        href={paths.educatorRecord(idea.educator_id)}
        title="Track record"
        className="quiet-link line-clamp-2 font-medium wrap-anywhere text-text"
      >
        <bdi>{idea.educator_name}</bdi>
      </Link>
      <p className="line-clamp-2 wrap-anywhere">
        <bdi>{idea.specialty}</bdi>
      </p>
    </div>
    <IdeaTime iso={idea.created_at} />
  </div>
);
