import {
  type AccessToken,
  createAccessToken,
  listAccessTokens,
  MAX_ACCESS_TOKENS,
  revokeAccessToken,
} from '../../contract/account/access-tokens.ts';
import type { FakeAccount } from './fake-account.ts';
import { Refusal } from './fake-api.ts';
import { newId } from './fake-ideas.ts';

/** The tokens and feed addresses of a person. */
export class FakeAccessTokens {
  /** Oldest first. */
  tokens: AccessToken[] = [];

  constructor(account: FakeAccount) {
    account.on(listAccessTokens, () => this.tokens);
    account.on(createAccessToken, ({ body }) => {
      if (body.kind === 'publish' && account.user.role !== 'educator') throw new Refusal('FORBIDDEN');
      account.assertConfirmed();
      if (this.tokens.length >= MAX_ACCESS_TOKENS) throw new Refusal('TOO_MANY_TOKENS');
      const token = { ...body, id: newId(), createdAt: new Date().toISOString(), lastUsedAt: null };
      this.tokens.push(token);
      account.record('token_added');
      return { ...token, secret: `clk_${String(this.tokens.length).repeat(43)}` };
    });
    account.on(revokeAccessToken, ({ params }) => {
      if (!this.tokens.some(({ id }) => id === params.id)) throw new Refusal('NOT_FOUND');
      this.tokens = this.tokens.filter(({ id }) => id !== params.id);
      account.record('token_revoked');
      return { success: true as const };
    });
  }
}
