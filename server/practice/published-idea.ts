import { buildIdeaTimelines, dropUndone, type TimelineRevision } from '../../contract/idea-timeline.ts';
import { hasEnded, type IdeaStatus, ideaLevels, type TradeIdea } from '../../contract/ideas.ts';
import type { Levels } from '../../contract/levels.ts';
import { CORRECTION_WINDOW_MS } from '../../contract/track-record.ts';

/** What a reader saw of an idea five minutes after publishing. */
type PublishedIdea = Pick<
  TradeIdea,
  'pair' | 'time_frame' | 'idea_type' | 'market_type' | 'notes' | 'image_urls'
> & { levels: Levels };

const endsIdea = ({ action, changes }: TimelineRevision): boolean =>
  action === 'deleted' ||
  changes.some(({ field, new: value }) => field === 'status' && hasEnded(value as IdeaStatus));

/**
 * An idea from its first revisions, oldest first. The levels are those the record counts with. Notes and photos are of
 * the last open state within five minutes, so an early end cannot give itself away.
 */
export const readPublishedIdea = (revisions: readonly TimelineRevision[]): PublishedIdea => {
  const [timeline] = buildIdeaTimelines(revisions);
  if (!timeline) throw new Error('The idea has no first revision');
  const until = Date.parse(timeline.published_at) + CORRECTION_WINDOW_MS;
  const counted = dropUndone(revisions);
  const end = counted.findIndex(
    (revision, index) => index > 0 && (Date.parse(revision.at) > until || endsIdea(revision)),
  );
  const seen = end === -1 ? counted : counted.slice(0, end);
  const fields = Object.fromEntries(
    seen.flatMap(({ changes }) => changes.map(({ field, new: value }) => [field, value])),
  ) as TradeIdea;
  return {
    pair: fields.pair,
    time_frame: fields.time_frame,
    idea_type: fields.idea_type,
    market_type: fields.market_type,
    levels: ideaLevels.parse(timeline.published),
    notes: fields.notes ?? null,
    image_urls: fields.image_urls ?? [],
  };
};
