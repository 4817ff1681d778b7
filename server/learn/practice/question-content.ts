import { buildIdeaTimelines, type TimelineRevision } from '../../../contract/ideas/idea-timeline.ts';
import { ideaLevels, type TradeIdea } from '../../../contract/ideas/ideas.ts';
import type { Levels } from '../../../contract/ideas/levels.ts';

/** What a reader saw of an idea five minutes after publishing. */
type PublishedIdea = Pick<
  TradeIdea,
  'pair' | 'time_frame' | 'idea_type' | 'market_type' | 'notes' | 'image_urls'
> & { levels: Levels };

/** An idea as the record counts it, from its first revisions, oldest first. */
export const readPublishedIdea = (revisions: readonly TimelineRevision[]): PublishedIdea => {
  const [timeline] = buildIdeaTimelines(revisions);
  if (!timeline) throw new Error('The idea has no first revision');
  const { pair, time_frame, idea_type, market_type, notes, image_urls } = timeline.published as TradeIdea;
  return {
    pair,
    time_frame,
    idea_type,
    market_type,
    levels: ideaLevels.parse(timeline.published),
    notes: notes ?? null,
    image_urls: image_urls ?? [],
  };
};
