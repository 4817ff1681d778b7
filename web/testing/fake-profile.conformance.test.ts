import { beforeAll, it } from 'vitest';
import { profileInput } from '../../server/testing/profile-inputs.ts';
import { setUpConformance } from './conformance.ts';
import { FakeApi } from './fake-api.ts';
import { FakeProfile } from './fake-profile.ts';

const own = '00000000-0000-4000-8000-000000000001';
const somebodyElse = '00000000-0000-4000-8000-000000000002';
const api = new FakeApi();
const profile = new FakeProfile(api, {
  id: own,
  role: 'customer',
  email: 'customer@test.example',
  firstName: 'Cus',
  lastName: 'Tomer',
  fullName: 'Cus Tomer',
  profileImage: null,
  specialty: null,
  educatorId: null,
  profilePath: null,
});
const { both, know, state } = setUpConformance(api, {
  email: 'customer@test.example',
  volatile: ['updated_at'],
});
beforeAll(async () => {
  const { body } = await state.app.call<typeof profile.user>('GET', '/api/auth/user', { token: state.token });
  profile.user = { ...body, id: own };
  know(body.id, own);
});

it('creates, reads and changes a profile as the server does', async () => {
  const path = '/api/user-profiles/:0';
  await both('GET', path);
  await both('PUT', path, { body: { bio: 'None yet' } });
  await both('POST', path, { body: profileInput() });
  await both('POST', path, { body: profileInput() });
  await both('PUT', path, { body: { bio: 'Changed', is_public: false } });
  await both('GET', path);
  for (const method of ['GET', 'PUT'])
    await both(method, `/api/user-profiles/${somebodyElse}`, method === 'PUT' ? { body: {} } : {});
});

it('changes the account as the server does', async () => {
  const path = '/api/users/me';
  await both('PUT', path, { body: { full_name: 'Grace of the Reeds', specialty: 'Gold' } });
  await both('PUT', path, { body: { specialty: '' } });
  await both('DELETE', '/api/profile-image');
  await both('GET', '/api/auth/user');
});
