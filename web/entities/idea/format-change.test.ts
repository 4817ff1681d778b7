import { describe, expect, it } from 'vitest';
import { changeLine } from './format-change.ts';

describe('a change in words', () => {
  it.each([
    ['invalidation_level', '1.0820', '1.0850', 'invalidation 1.0820 → 1.0850'],
    ['exit_3', null, '1.1062', 'exit 3 none → 1.1062'],
    ['entry_2', '1.0811', null, 'entry 2 1.0811 → none'],
    ['status', 'active', 'invalid', 'status active → invalidated'],
    ['status', 'pending', 'success', 'status pending → successful'],
    ['order_type', 'BUY', 'SELL', 'orientation Bullish → Bearish'],
    ['notes', 'Before.', 'After.', 'notes rewritten'],
    ['notes', null, 'After.', 'notes added'],
    ['notes', 'Before.', null, 'notes removed'],
    ['image_urls', [], ['/media/a.jpg'], 'photos added'],
    ['image_urls', ['/media/a.jpg'], [], 'photos removed'],
    ['video_url', 'https://a.example', 'https://b.example', 'video changed'],
    ['a_field_of_a_newer_server', 1, 2, 'a field of a newer server changed'],
  ])('of %s from %j to %j reads "%4$s"', (field, old, next, line) => {
    expect(changeLine({ field, old, new: next })).toBe(line);
  });
});
