import { expect, it } from 'vitest';
import type { IdeaPost } from '../../contract/outward/idea-posts.ts';
import { describePosts } from './posts.ts';

const post = (destination: string, state: IdeaPost['state'], reason: string | null = null): IdeaPost => ({
  destination,
  event: 'published',
  state,
  reason,
  at: '2026-11-20T09:00:00.000Z',
});

it('describes posts in one line, by the newest of each destination', () => {
  expect(
    describePosts([
      post('Slack', 'failed', 'channel archived'),
      post('Main group', 'sent'),
      post('Slack', 'sent'),
      post('Desk', 'waiting'),
      post('Discord', 'sent'),
      post('Second group', 'uncertain', 'no answer'),
    ]),
  ).toBe(
    'Posted to Main group, Discord; Slack failed: channel archived; Desk waiting; Second group uncertain: no answer',
  );
  expect(describePosts([post('Slack', 'waiting')])).toBe('Slack waiting');
});
