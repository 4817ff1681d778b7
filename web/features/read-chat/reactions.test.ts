import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReactionKind, reactionKinds, reactionOf, toggled } from './reactions.ts';

const none = { hearts: 0, likes: 0, hearted: false, liked: false };

test('a reaction is given and taken back', () => {
  const hearted = toggled(none, 'heart');
  expect(hearted).toEqual({ hearts: 1, likes: 0, hearted: true, liked: false });
  expect(toggled(hearted, 'like')).toEqual({ hearts: 1, likes: 1, hearted: true, liked: true });
  expect(toggled(hearted, 'heart')).toEqual(none);
});

test('any presses: given after an odd number of them, and never less than none', () => {
  const presses = fc.array(fc.constantFrom<ReactionKind>(...reactionKinds));
  const start = fc.record({
    hearts: fc.integer({ min: -3, max: 9 }),
    likes: fc.nat(9),
    hearted: fc.constant(false),
    liked: fc.constant(false),
  });
  fc.assert(
    fc.property(start, presses, (from, kinds) => {
      const end = kinds.reduce(toggled, from);
      for (const kind of reactionKinds) {
        const odd = kinds.filter((other) => other === kind).length % 2 === 1;
        const { count, on } = reactionOf(end, kind);
        expect(on).toBe(odd);
        expect(count).toBe(reactionOf(from, kind).count + (odd ? 1 : 0));
      }
    }),
  );
});
