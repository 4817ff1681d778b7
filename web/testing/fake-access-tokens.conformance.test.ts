import { describe, it } from 'vitest';
import { ada } from '../../contract/account/user.fixture.ts';
import { setUpConformance } from './conformance.ts';
import { FakeAccessTokens } from './fake-access-tokens.ts';
import { FakeAccount } from './fake-account.ts';
import { FakeApi } from './fake-api.ts';

const EMAIL = 'customer@test.example';
const PATH = '/api/auth/tokens';

describe('the tokens of a person', () => {
  const api = new FakeApi();
  const account = new FakeAccount(api, { ...ada, email: EMAIL });
  const fake = new FakeAccessTokens(account);
  const { both, know, state } = setUpConformance(api, {
    email: EMAIL,
    volatile: ['id', 'createdAt', 'secret', 'at', 'address', 'userAgent'],
  });
  const create = (kind: string, name = 'Script') => both('POST', PATH, { body: { kind, name } });

  it('are made, listed and revoked as the server does', async () => {
    await create('read');
    await create('publish');
    await create('feed', 'Reader');
    await both('GET', PATH);
    const { rows } = await state.app.database.pool.query('select id from access_tokens');
    know(rows[0].id, fake.tokens[0]?.id ?? '');
    await both('DELETE', `${PATH}/:0`);
    await both('DELETE', `${PATH}/:0`);
    await both('GET', '/api/auth/activity');
    for (let made = 0; made < 11; made++) await create('feed');
    account.isConfirmed = false;
    await state.app.database.pool.query(
      "update sessions set authenticated_at = now() - interval '11 minutes'",
    );
    await create('feed');
    await both('GET', PATH);
  });
});
