import { describe, expect, it } from 'vitest';
import { formatChange } from './format-change.ts';

describe('a formatted change', () => {
  it.each([
    ['invalidation_level', '1.0820', '1.0850', 'Invalidation 1.0820 → 1.0850'],
    ['exit_3', null, '1.1062', 'Exit 3 none → 1.1062'],
    ['entry_2', '1.0811', null, 'Entry 2 1.0811 → none'],
    ['status', 'active', 'invalid', 'Status active → invalid'],
    ['status', 'pending', 'success', 'Status pending → successful'],
    ['order_type', 'BUY', 'SELL', 'Orientation Bullish → Bearish'],
    ['disclosure', 'none', 'plan_to', "Educator's own position None → Planning to open one"],
    ['disclosure', null, 'same_direction', "Educator's own position Not asked → Same direction"],
    ['notes', 'Before.', 'After.', 'Notes edited'],
    ['notes', null, 'After.', 'Notes added'],
    ['notes', 'Before.', null, 'Notes removed'],
    ['image_urls', [], ['/media/a.jpg'], 'Photos added'],
    ['image_urls', ['/media/a.jpg'], [], 'Photos removed'],
    ['video_url', 'https://a.example', 'https://b.example', 'Video changed'],
    ['a_field_of_a_newer_server', 1, 2, 'a field of a newer server changed'],
  ])('formats a change of %s from %j to %j as "%4$s"', (field, old, next, line) => {
    const change = formatChange({ field, old, new: next });
    const rest = 'did' in change ? change.did : `${change.from} → ${change.to}`;
    expect(`${change.label} ${rest}`).toBe(line);
  });
});
