import {
  acceptInvitation,
  confirmEmailChange,
  confirmNotMe,
  type LINK_LIFETIME_MS,
  requestPasswordReset,
  resetPassword,
  viewEmailChange,
  viewInvitation,
  viewNotMe,
  viewPasswordReset,
} from '../../contract/account/account-links.ts';
import type { Role, User } from '../../contract/account/auth.ts';
import { ada } from '../../contract/account/user.fixture.ts';
import { type FakeApi, Refusal } from './fake-api.ts';
import { newId } from './fake-ideas.ts';

type Kind = keyof typeof LINK_LIFETIME_MS;
type Link = { kind: Kind; email: string; role: Role };

/** The links that a fake server has sent. Each works once. */
export class FakeAccountLinks {
  /** Who accepted an invitation. */
  accepted: User | null = null;
  /** Passkeys of whoever resets a password. */
  passkeys = 0;
  readonly #links = new Map<string, Link>();

  constructor(api: FakeApi) {
    api.on(viewInvitation, ({ body }) => {
      const { email, role } = this.#find('invitation', body.token);
      return { email, role, firstName: '', lastName: '', brand: 'Chartlark' };
    });
    api.on(acceptInvitation, ({ body: { token, firstName, lastName, password, passkey } }) => {
      const link = this.#find('invitation', token);
      if (password === undefined && !passkey)
        throw new Refusal('INVALID_REQUEST', { fields: { password: 'Password is required' } });
      this.#links.delete(token);
      const user: User = {
        ...ada,
        id: newId(),
        email: link.email,
        role: link.role,
        firstName,
        lastName,
        fullName: `${firstName} ${lastName}`,
        educatorId: link.role === 'educator' ? '6' : null,
      };
      this.accepted = user;
      return { sessionToken: newId(), browserToken: 'b'.repeat(43), user };
    });
    api.on(requestPasswordReset, () => ({ success: true as const }));
    api.on(viewPasswordReset, ({ body }) => ({ email: this.#find('password_reset', body.token).email }));
    api.on(resetPassword, ({ body }) => {
      const { email, role } = this.#find('password_reset', body.token);
      for (const [token, link] of this.#links)
        if (link.kind === 'password_reset' && link.email === email) this.#links.delete(token);
      return { email, role, passkeys: this.passkeys };
    });
    api.on(viewEmailChange, ({ body }) => ({ email: this.#find('email_change', body.token).email }));
    api.on(confirmEmailChange, ({ body }) => {
      const { email } = this.#find('email_change', body.token);
      this.#links.delete(body.token);
      return { email };
    });
    api.on(viewNotMe, ({ body }) => {
      const { email, role } = this.#find('not_me', body.token);
      return { email, role };
    });
    api.on(confirmNotMe, ({ body }) => {
      const { email, role } = this.#find('not_me', body.token);
      this.#links.delete(body.token);
      return { email, resetToken: role === 'educator' ? null : this.send('password_reset', email) };
    });
  }

  /** Sends a link. Returns its token. */
  send(kind: Kind, email: string, role: Role = 'customer'): string {
    const token = newId();
    this.#links.set(token, { kind, email, role });
    return token;
  }

  #find(kind: Kind, token: string): Link {
    const link = this.#links.get(token);
    if (link?.kind !== kind) throw new Refusal('LINK_EXPIRED');
    return link;
  }
}
