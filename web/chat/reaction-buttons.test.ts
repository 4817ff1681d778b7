import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReactionKind, reactionKinds, readReaction, toggleReaction } from './reaction-buttons.tsx';

const none = { hearts: 0, likes: 0, hearted: false, liked: false };

test('gives a reaction and takes it back (§4.12)', () => {
  const hearted = toggleReaction(none, 'heart');
  expect(hearted).toEqual({ hearts: 1, likes: 0, hearted: true, liked: false });
  expect(toggleReaction(hearted, 'like')).toEqual({ hearts: 1, likes: 1, hearted: true, liked: true });
  expect(toggleReaction(hearted, 'heart')).toEqual(none);
});

test('turns a reaction on after an odd number of clicks and never counts below zero', () => {
  const presses = fc.array(fc.constantFrom<ReactionKind>(...reactionKinds));
  const start = fc.record({
    hearts: fc.integer({ min: -3, max: 9 }),
    likes: fc.nat(9),
    hearted: fc.constant(false),
    liked: fc.constant(false),
  });
  fc.assert(
    fc.property(start, presses, (from, kinds) => {
      const end = kinds.reduce(toggleReaction, from);
      for (const kind of reactionKinds) {
        const odd = kinds.filter((other) => other === kind).length % 2 === 1;
        const { count, on } = readReaction(end, kind);
        expect(on).toBe(odd);
        expect(count).toBe(readReaction(from, kind).count + (odd ? 1 : 0));
      }
    }),
  );
});
