import {
  changePassword,
  confirmPassword,
  endAllSessions,
  endOtherSessions,
  endSession,
  listSessions,
  type OwnSession,
} from '../../contract/account/account.ts';
import { currentUser, logout, type User } from '../../contract/account/auth.ts';
import { type AccountActivity, listActivity } from '../../contract/account/own-data.ts';
import type { RouteDefinition } from '../../contract/shared/route.ts';
import { type Call, type FakeApi, type Handler, Refusal } from './fake-api.ts';
import { newId } from './fake-ideas.ts';

export const invalid = (fields: Record<string, string>) => new Refusal('INVALID_REQUEST', { fields });
const done = { success: true as const };

/** The account of the signed-in person on a fake server: its sessions, password and activity. */
export class FakeAccount {
  user: User;
  password = 'learn-to-trade';
  /** Whether the password was given in the last ten minutes. */
  isConfirmed = true;
  /** Newest first. */
  readonly activity: AccountActivity[] = [];
  /** Last used first. */
  sessions: OwnSession[] = [];
  readonly #api: FakeApi;

  constructor(api: FakeApi, user: User) {
    this.#api = api;
    this.user = { ...user };
    this.addSession({ current: true });
    this.on(currentUser, () => this.user);
    this.on(logout, () => this.#end((session) => session.current, 'sign_out'));
    this.#keepSessions();
    this.#keepPassword();
    this.on(listActivity, () => this.activity);
  }

  /** Handles a route for the signed-in person. */
  on<R extends RouteDefinition>(route: R, handler: Handler<R>): void {
    this.#api.on(route, (call: Call<R>) => {
      if (!this.sessions.some(({ current }) => current)) throw new Refusal('SESSION_ENDED');
      return handler(call);
    });
  }

  /** Somebody signs in on another device. */
  addSession(given: Partial<OwnSession> = {}): OwnSession {
    const now = new Date().toISOString();
    const session = {
      id: newId(),
      createdAt: now,
      renewedAt: now,
      expiresAt: now,
      address: '127.0.0.1',
      userAgent: navigator.userAgent,
      current: false,
      ...given,
    };
    this.sessions.unshift(session);
    return session;
  }

  endSessions(isEnded: (session: OwnSession) => boolean): void {
    this.sessions = this.sessions.filter((session) => !isEnded(session));
  }

  record(kind: AccountActivity['kind'], given: Partial<AccountActivity> = {}): void {
    const { address, userAgent } = this.sessions[0] ?? { address: '127.0.0.1', userAgent: null };
    const at = new Date().toISOString();
    const entry = { id: newId(), at, kind, address, userAgent, attempts: 1, newBrowser: false, ...given };
    const equal = this.activity.findIndex(
      (known) =>
        known.kind === kind &&
        known.address === entry.address &&
        known.userAgent === entry.userAgent &&
        known.newBrowser === entry.newBrowser,
    );
    if (equal >= 0) entry.attempts += this.activity.splice(equal, 1)[0]!.attempts;
    this.activity.unshift(entry);
  }

  assertConfirmed(): void {
    if (!this.isConfirmed) throw new Refusal('REAUTHENTICATION_REQUIRED');
  }

  #keepSessions(): void {
    this.on(listSessions, () => this.sessions);
    this.on(endSession, ({ params }) => {
      const session = this.sessions.find(({ id }) => id === params.id);
      if (!session?.current) this.assertConfirmed();
      if (!session) throw new Refusal('NOT_FOUND');
      return this.#end(({ id }) => id === params.id);
    });
    for (const [route, isEnded] of [
      [endOtherSessions, ({ current }: OwnSession) => !current],
      [endAllSessions, () => true],
    ] as const)
      this.on(route, () => {
        this.assertConfirmed();
        return this.#end(isEnded);
      });
  }

  #keepPassword(): void {
    this.on(confirmPassword, ({ body }) => {
      this.#check('password', [body.password]);
      this.isConfirmed = true;
      return done;
    });
    this.on(changePassword, ({ body: { currentPassword, newPassword } }) => {
      if (currentPassword === undefined) throw invalid({ currentPassword: 'Current password is required' });
      // A change is repeated when its answer was lost.
      this.#check('currentPassword', [currentPassword, newPassword]);
      this.password = newPassword;
      this.isConfirmed = true;
      return this.#end(({ current }) => !current, 'password_changed');
    });
  }

  #end(isEnded: (session: OwnSession) => boolean, kind: AccountActivity['kind'] = 'sessions_ended') {
    this.record(kind);
    this.endSessions(isEnded);
    return done;
  }

  #check(field: string, given: string[]): void {
    if (given.includes(this.password)) return;
    this.record('password_refused');
    throw invalid({ [field]: 'Incorrect password' });
  }
}
