import type { IdeaPost } from '../../contract/outward/idea-posts.ts';

/** "Posted to Main group, Discord; Slack failed: channel archived", from the newest post of each destination. */
export const describePosts = (posts: readonly IdeaPost[]): string => {
  const newest = posts.filter(
    ({ destination }, index) => posts.findIndex((one) => one.destination === destination) === index,
  );
  const sent = newest.filter(({ state }) => state === 'sent').map(({ destination }) => destination);
  const others = newest
    .filter(({ state }) => state !== 'sent')
    .map(({ destination, state, reason }) => `${destination} ${state}${reason ? `: ${reason}` : ''}`);
  return [...(sent.length > 0 ? [`Posted to ${sent.join(', ')}`] : []), ...others].join('; ');
};
