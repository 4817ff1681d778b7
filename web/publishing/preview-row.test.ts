import { describe, expect, test } from 'vitest';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { ideaMessage } from '../../contract/notifications/idea-message.ts';
import { newIdea } from '../../contract/publishing/idea-writing.ts';
import { toIdea } from '../ideas/idea-model.ts';
import { toPreviewRow } from './preview-row.ts';

const at = new Date('2026-11-20T14:00:00.000Z');
const author = { id: 'edu-3', educatorId: '3', fullName: 'Maya Okafor' };
const cover = `/media/${'a'.repeat(32)}.jpg`;
const input = (changes: object = {}) =>
  newIdea.parse({
    pair: 'BTC/USD',
    time_frame: '1D',
    order_type: 'SELL',
    entry_1: '64250.5',
    invalidation_level: '65900',
    exit_1: '61800',
    image_urls: [cover],
    ...changes,
  });
const preview = (changes: object, base: Partial<TradeIdea>) =>
  toPreviewRow(input(changes), toIdea(ideaRow(base)), author, at);

describe('toPreviewRow', () => {
  test('makes a new idea whose card and notification have the values of the form', () => {
    const row = toPreviewRow(input(), null, author, at);
    expect(toIdea(row)).toMatchObject({
      pair: 'BTC/USD',
      educator_name: 'Maya Okafor',
      entry_1: '64250.5',
      image_urls: [cover],
      status: 'active',
      created_at: at.toISOString(),
      plan: null,
    });
    expect(ideaMessage(row)).toMatchObject({
      title: 'BTC/USD Bearish · Crypto Leverage',
      body: 'Entry 64250.5 · Invalidation 65900 · Exit 61800\nMaya Okafor · 1D',
      image: cover,
    });
  });

  test('keeps what an edit does not change', () => {
    const closed: Partial<TradeIdea> = {
      status: 'successful',
      result_level: 'exit_1',
      lesson: 'Wait.',
      closed_at: at.toISOString(),
      image_urls: [],
      photo_url: 'https://example.com/legacy.png',
    };
    expect(toIdea(preview({ image_urls: [] }, closed))).toMatchObject({
      pair: 'BTC/USD',
      status: 'successful',
      result_level: 'exit_1',
      lesson: 'Wait.',
      image_urls: ['https://example.com/legacy.png'],
      created_at: ideaRow().created_at,
    });
  });

  test('keeps the published levels as the plan once they are locked, and only then', () => {
    expect(preview({}, {}).plan).toMatchObject({ order_type: 'BUY', entry_1: '1.0842', exit_1: '1.0921' });
    expect(preview({}, { created_at: '2026-11-20T13:58:00.000Z' }).plan).toBeNull();
  });
});
