import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../../contract/auth.ts';
import type { UserProfile } from '../../../contract/profiles.ts';
import { ada } from '../../../contract/user.fixture.ts';
import { readStored, removeStored } from '../../shared/storage/local-store.ts';
import { clearSession, storeSignIn } from '../../shared/storage/session-store.ts';
import { type LocalProfile, storageKeys } from '../../shared/storage/storage-keys.ts';
import { createDefaultProfile } from './profile-model.ts';
import { saveLocally, syncProfile, updateSyncState } from './profile-sync.ts';

const [local, sync, unsent] = [
  storageKeys.localProfile(ada.id),
  storageKeys.profileSync(ada.id),
  storageKeys.profileUnsent(ada.id),
];
const row = (changes: Partial<UserProfile>): UserProfile => ({
  user_id: ada.id,
  role: 'customer',
  first_name: 'Ada',
  last_name: 'Keller',
  display_name: '',
  bio: '',
  specialty: '',
  years_experience: 0,
  trading_style: '',
  timezone: '',
  is_public: true,
  updated_at: '2026-11-20T09:00:00.000Z',
  ...changes,
});
/** The server's row, null if there is none. PUT replaces it only if `If-Match` names its version. */
let stored: UserProfile | null;
/** Runs before the next PUT, like a write of another device. */
let beforePut: () => void;
const serve = async (_url: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  if (init?.method === 'GET')
    return stored
      ? Response.json(stored)
      : Response.json({ code: 'PGRST116', message: 'None' }, { status: 404 });
  beforePut();
  beforePut = () => undefined;
  if (stored && new Headers(init?.headers).get('if-match') !== `"${stored.updated_at}"`)
    return Response.json({ code: 'VERSION_CONFLICT', message: 'Changed' }, { status: 409 });
  stored = row(JSON.parse(String(init?.body)));
  return Response.json(stored);
};
const edit = (changes: Partial<LocalProfile>) =>
  saveLocally({ ...(readStored(local) ?? createDefaultProfile(ada)), ...changes }, {});

beforeEach(() => {
  vi.stubGlobal('fetch', serve);
  storeSignIn('ada-token', ada);
  // SPEC §8: failures are logged; here they are expected.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  stored = row({ bio: 'First' });
  beforePut = () => undefined;
});
afterEach(() => {
  clearSession();
  for (const key of [local, sync, unsent]) removeStored(key);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('syncProfile', () => {
  it('takes over the profile of the server and sends later edits without a notice', async () => {
    await syncProfile(ada);
    expect(readStored(local)).toMatchObject({ bio: 'First', updatedAt: stored?.updated_at });
    edit({ bio: 'Second', updatedAt: '2026-11-20T10:00:00.000Z' });
    await syncProfile(ada);
    expect(stored?.bio).toBe('Second');
    expect(readStored(sync).hasConflict).toBe(false);
    expect(readStored(unsent)).toBe(false);
  });

  it('replaces an earlier edit of another device as a whole, and says so', async () => {
    await syncProfile(ada);
    stored = row({ bio: 'Elsewhere', timezone: 'UTC+0 GMT', updated_at: '2026-11-20T10:00:00.000Z' });
    edit({ bio: 'Here', updatedAt: '2026-11-20T11:00:00.000Z' });
    await syncProfile(ada);
    expect(stored).toMatchObject({ bio: 'Here', timezone: '' });
    expect(readStored(sync).hasConflict).toBe(true);
    expect(readStored(unsent)).toBe(false);
  });

  it('yields to a later edit of another device as a whole, and says so', async () => {
    await syncProfile(ada);
    edit({ bio: 'Here', tradingStyle: 'Scalping', updatedAt: '2026-11-20T10:00:00.000Z' });
    stored = row({ bio: 'Elsewhere', updated_at: '2026-11-20T11:00:00.000Z' });
    await syncProfile(ada);
    expect(stored?.bio).toBe('Elsewhere');
    expect(readStored(local)).toMatchObject({ bio: 'Elsewhere', tradingStyle: '' });
    expect(readStored(sync).hasConflict).toBe(true);
    expect(readStored(unsent)).toBe(false);
  });

  it('decides again when another device writes between reading and saving', async () => {
    await syncProfile(ada);
    edit({ bio: 'Here', updatedAt: '2026-11-20T10:00:00.000Z' });
    beforePut = () => {
      stored = row({ bio: 'Elsewhere', updated_at: '2026-11-20T11:00:00.000Z' });
    };
    await syncProfile(ada);
    expect(stored?.bio).toBe('Elsewhere');
    expect(readStored(local)?.bio).toBe('Elsewhere');
    expect(readStored(sync).hasConflict).toBe(true);
  });

  it('never replaces a profile that this device has not read yet', async () => {
    edit({ firstName: 'A.', updatedAt: '2026-11-20T11:00:00.000Z' });
    await syncProfile(ada);
    expect(stored?.bio).toBe('First');
    expect(readStored(local)).toMatchObject({ firstName: 'Ada', bio: 'First' });
    expect(readStored(sync).hasConflict).toBe(true);
  });

  it('may replace a profile that another device created after this one found none', async () => {
    stored = null;
    await syncProfile(ada);
    edit({ bio: 'Here', updatedAt: '2026-11-20T11:00:00.000Z' });
    stored = row({ bio: 'Elsewhere' });
    await syncProfile(ada);
    expect(stored.bio).toBe('Here');
    expect(readStored(sync).hasConflict).toBe(true);
  });

  it('shows no notice when the server already has the same profile', async () => {
    await syncProfile(ada);
    edit({ bio: 'Sent', updatedAt: '2026-11-20T10:00:00.000Z' });
    // The server stored it, but its response was lost.
    stored = row({ bio: 'Sent', updated_at: '2026-11-20T10:00:00.000Z' });
    await syncProfile(ada);
    expect(readStored(sync).hasConflict).toBe(false);
    expect(readStored(unsent)).toBe(false);
  });

  it.each([
    `GET /api/user-profiles/${ada.id}`,
    `PUT /api/user-profiles/${ada.id}`,
    'PUT /api/users/me',
    'PUT /api/profile-image',
    'DELETE /api/profile-image',
  ])('changes nothing for the next person who signs in during %s', async (during) => {
    const next: User = { ...ada, id: 'c2', email: 'bo@demo.test', fullName: 'Bo Stone' };
    const tokens = new Set<string | null>();
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      tokens.add(new Headers(init.headers).get('authorization'));
      if (`${init.method} ${url}` === during) {
        clearSession();
        storeSignIn('next-token', next);
      }
      return url.startsWith('/api/user-profiles')
        ? serve(url, init)
        : Response.json(init.method === 'DELETE' ? { success: true } : { ...ada, fullName: 'Ada New' });
    });
    updateSyncState(ada.id, { version: stored?.updated_at ?? null });
    const profileImage = during.startsWith('DELETE') ? null : `data:image/jpeg;base64,${btoa('picture')}`;
    saveLocally(
      {
        ...createDefaultProfile(ada),
        displayName: 'Ada New',
        profileImage,
        updatedAt: '2026-11-21T09:00:00.000Z',
      },
      { accountUnsent: true, imageUnsent: true },
    );
    await syncProfile(ada);
    expect(readStored(storageKeys.currentUser)).toEqual(next);
    expect([...tokens]).toEqual(['Bearer ada-token']);
    expect(readStored(unsent)).toBe(true);
  });
});
