import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReadingState } from '../../../contract/reading.ts';
import { readStored, removeStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { mergeReading } from './seen-store.ts';

const user = 'a';
const [first, second] = ['1', '2'] as const;
const room = 'room';
const [early, late] = ['2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'] as const;
const entries = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => entries.set(name, value),
    removeItem: (name: string) => entries.delete(name),
  });
});
afterEach(() => {
  for (const name of entries.keys()) removeStored({ name });
  vi.unstubAllGlobals();
});

const readState = (version: number) => ({
  version,
  status: 'active' as const,
  levels: {
    entry_1: '1.0842',
    entry_2: null,
    invalidation_level: '1.0755',
    exit_1: '1.0921',
    exit_2: null,
    exit_3: null,
  },
});
const merge = (state: Partial<ReadingState>) =>
  mergeReading(user, { markets: [], ideas: [], rooms: [], ...state });

describe('what the account has read on another device', () => {
  it('adds seen, viewed and read ideas to those of this device', () => {
    merge({ markets: ['Forex'], ideas: [{ id: first, viewed: true, read: readState(1) }] });
    merge({ markets: ['Forex', 'Crypto'], ideas: [{ id: second, viewed: false, read: null }] });
    expect(readStored(storageKeys.seenIdeas(user))).toEqual({
      markets: ['Forex', 'Crypto'],
      ids: [first, second],
    });
    expect(readStored(storageKeys.viewedIdeas(user))).toEqual([first]);
    expect(readStored(storageKeys.readIdeas(user))).toEqual([{ id: first, ...readState(1) }]);
    merge({ ideas: [{ id: second, viewed: true, read: readState(2) }] });
    expect(readStored(storageKeys.viewedIdeas(user))).toEqual([first, second]);
    expect(readStored(storageKeys.readIdeas(user)).map(({ version }) => version)).toEqual([1, 2]);
  });

  it('never replaces the read version of an idea with an older one', () => {
    for (const version of [2, 1]) merge({ ideas: [{ id: first, viewed: true, read: readState(version) }] });
    expect(readStored(storageKeys.readIdeas(user))).toMatchObject([{ version: 2 }]);
    merge({ ideas: [{ id: first, viewed: true, read: readState(3) }] });
    expect(readStored(storageKeys.readIdeas(user))).toMatchObject([{ version: 3 }]);
  });

  it('moves the last read line of a channel forward only', () => {
    for (const [created_at, expected] of [
      [early, early],
      [late, late],
      [early, late],
    ] as const) {
      merge({ rooms: [{ room_id: room, created_at, id: '1' }] });
      expect(readStored(storageKeys.chatReadTo(user, room))).toEqual({ created_at: expected, id: '1' });
    }
  });
});
