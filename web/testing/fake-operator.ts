import {
  addOperatorPasskey,
  endOperatorSession,
  getOperator,
  openOperatorSession,
  operatorRegistrationOptions,
  operatorSignIn,
  operatorSignInOptions,
  removeOperatorPasskeys,
} from '../../contract/operator/operator-access.ts';
import {
  actOnPerson,
  invitePeople,
  LOG_PAGE,
  type LogEntry,
  listLog,
  listPeople,
  MAX_INVITATIONS,
  type OperatorPerson,
  PEOPLE_PAGE,
  type PersonAction,
  previewInvitations,
} from '../../contract/operator/people.ts';
import {
  actOnDestination,
  addDestination,
  getSystem,
  listDestinations,
  type OperatorDestination,
  type System,
} from '../../contract/operator/system.ts';
import type { RouteDefinition, RouteResponse } from '../../contract/shared/route.ts';
import { type Call, type FakeApi, PageOf, Refusal } from './fake-api.ts';
import { newId } from './fake-ideas.ts';

/** The kind of entry that an action leaves in the log. */
const logKinds: Record<PersonAction, LogEntry['kind']> = {
  invite: 'invited',
  revokeInvitation: 'invitation_revoked',
  sendReset: 'reset_sent',
  resetSecondFactor: 'second_factor_removed',
  endSessions: 'sessions_ended',
  disable: 'account_disabled',
  enable: 'account_enabled',
  delete: 'account_deleted',
};

const getPage = <T extends { id: string }>(rows: T[], cursor: string | undefined, size: number) => {
  const from = cursor ? rows.findIndex(({ id }) => id === cursor) + 1 : 0;
  const page = rows.slice(from, from + size);
  return new PageOf(page, from + size < rows.length ? page.at(-1)?.id : undefined);
};

/** The operator's routes of a fake server, with its accounts, log and groups. */
export class FakeOperator {
  people: OperatorPerson[] = [];
  /** Newest first. */
  log: LogEntry[] = [];
  destinations: OperatorDestination[] = [];
  system: System = {
    storage: {
      databaseBytes: 48_200_000,
      uploads: 1204,
      uploadBytes: 2_340_000_000,
      freeBytes: 61_000_000_000,
    },
    deliveries: { pushes: {}, posts: {} },
    jobs: {},
    sources: [],
    backups: [],
  };
  hasMail = true;
  outwardProblem: string | null = null;
  passkeys = 0;
  name = 'Anna';
  readonly #api: FakeApi;
  readonly #links = new Set<string>();
  readonly #sessions = new Set<string>();

  constructor(api: FakeApi) {
    this.#api = api;
    this.#answerAccess();
    this.#answerPeople();
    this.#answerGroups();
    this.#on(getSystem, () => this.system);
  }

  /** Makes a link. Returns its token. */
  makeLink(): string {
    const token = newId();
    this.#links.add(token);
    return token;
  }

  /** Opens a session. Returns its token. */
  openSession(): string {
    const token = `clo_${newId()}`;
    this.#sessions.add(token);
    return token;
  }

  endSessions(): void {
    this.#sessions.clear();
  }

  addPerson(person: Partial<OperatorPerson> & { email: string }): OperatorPerson {
    const row: OperatorPerson = {
      id: newId(),
      fullName: 'Ann Lee',
      role: 'customer',
      educatorId: null,
      createdAt: '2026-01-05T09:00:00.000Z',
      lastSignInAt: person.state === 'invited' ? null : '2026-01-06T09:00:00.000Z',
      state: 'active',
      invitation: null,
      hasSecondFactor: false,
      ...person,
    };
    this.people.push(row);
    return row;
  }

  record(kind: LogEntry['kind'], entry: Partial<LogEntry> = {}): void {
    this.log.unshift({
      id: String(this.log.length + 1),
      at: new Date().toISOString(),
      kind,
      email: null,
      address: '203.0.113.0/24',
      userAgent: null,
      attempts: 1,
      operator: this.name,
      subject: null,
      ...entry,
    });
  }

  addDestination(destination: Partial<OperatorDestination> & { name: string }): OperatorDestination {
    const row: OperatorDestination = {
      id: newId(),
      kind: 'telegram',
      target: '@my_group',
      events: ['published', 'closed'],
      markets: ['Forex'],
      educators: null,
      showsLevels: true,
      state: 'active',
      reason: null,
      failingSince: null,
      ...destination,
    };
    this.destinations.push(row);
    return row;
  }

  /** Handles a route that needs an operator's session. */
  #on<R extends RouteDefinition>(
    route: R,
    handle: (call: Call<R>) => RouteResponse<R> | PageOf<RouteResponse<R>>,
  ) {
    this.#api.on(route, (call) => {
      const token = call.headers.get('authorization')?.replace('Bearer ', '') ?? '';
      if (!this.#sessions.has(token)) throw new Refusal('SESSION_ENDED');
      return handle(call);
    });
  }

  #answerAccess() {
    const open = () => ({ sessionToken: this.openSession(), name: this.name });
    const success = { success: true as const };
    this.#api.on(openOperatorSession, ({ body }) => {
      if (!this.#links.delete(body.token)) throw new Refusal('LINK_EXPIRED');
      this.record('operator_link_used');
      return open();
    });
    this.#api.on(operatorSignInOptions, () => ({
      challenge: 'AQID',
      rpId: location.hostname,
      timeout: 300_000,
      userVerification: 'required' as const,
    }));
    this.#api.on(operatorSignIn, () => {
      if (this.passkeys === 0) throw new Refusal('PASSKEY_REFUSED');
      this.record('operator_sign_in');
      return open();
    });
    this.#on(getOperator, () => ({
      name: this.name,
      passkeys: this.passkeys,
      outwardProblem: this.outwardProblem,
    }));
    this.#on(endOperatorSession, ({ headers }) => {
      this.#sessions.delete(headers.get('authorization')?.replace('Bearer ', '') ?? '');
      return success;
    });
    this.#on(operatorRegistrationOptions, () => ({
      rp: { id: location.hostname, name: 'Chartlark' },
      user: { id: 'AQID', name: this.name, displayName: this.name },
      challenge: 'AQID',
      pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
      timeout: 300_000,
      attestation: 'none' as const,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
    }));
    this.#on(addOperatorPasskey, () => {
      this.passkeys++;
      this.record('operator_passkey_added');
      return success;
    });
    this.#on(removeOperatorPasskeys, () => {
      this.passkeys = 0;
      this.record('operator_passkeys_removed');
      return success;
    });
  }

  #answerPeople() {
    this.#on(listPeople, ({ query: { search = '', role, state, cursor } }) => {
      const text = search.toLowerCase();
      const found = this.people
        .filter((person) => `${person.email} ${person.fullName}`.toLowerCase().includes(text))
        .filter((person) => role === undefined || person.role === role)
        .filter((person) => state === undefined || person.state === state)
        .sort((a, b) => a.email.localeCompare(b.email));
      return getPage(found, cursor, PEOPLE_PAGE);
    });
    this.#on(actOnPerson, ({ params, body: { action } }) => {
      const person = this.people.find(({ id }) => id === params.id);
      if (!person) throw new Refusal('NOT_FOUND');
      this.#change(person, action);
      if (action !== 'endSessions' || person.lastSignInAt)
        this.record(logKinds[action], { email: person.email });
      const endsSessions = ['resetSecondFactor', 'endSessions', 'disable', 'delete'].includes(action);
      const isLink = ['invite', 'sendReset'].includes(action);
      return {
        endedSessions: endsSessions && person.lastSignInAt ? 1 : 0,
        link: isLink ? this.#makeLinkFor(person.email) : null,
      };
    });
    this.#on(previewInvitations, ({ body }) => this.#preview(body.csv));
    this.#on(invitePeople, ({ body }) => {
      const taken = body.people.find(({ email }) => this.people.some((person) => person.email === email));
      if (taken)
        throw new Refusal('INVALID_REQUEST', {
          fields: { people: `There is already an account ${taken.email}.` },
        });
      return body.people.map(({ email, firstName, lastName }) => {
        const fullName = `${firstName} ${lastName}`.trim();
        this.addPerson({ email, fullName, state: 'invited', invitation: this.hasMail ? 'waiting' : 'open' });
        this.record('invited', { email });
        return { email, link: this.#makeLinkFor(email) };
      });
    });
    this.#on(listLog, ({ query: { email, kind, cursor } }) => {
      const found = this.log
        .filter((entry) => email === undefined || entry.email === email)
        .filter((entry) => kind === undefined || entry.kind === kind);
      return getPage(found, cursor, LOG_PAGE);
    });
  }

  #change(person: OperatorPerson, action: PersonAction) {
    const isInvited = person.invitation !== null;
    if (action === 'disable') person.state = 'disabled';
    if (action === 'disable' && isInvited) person.invitation = 'revoked';
    if (action === 'enable') person.state = isInvited ? 'invited' : 'active';
    if (action === 'resetSecondFactor') person.hasSecondFactor = false;
    if (action === 'invite') person.invitation = this.hasMail ? 'waiting' : 'open';
    if (action === 'revokeInvitation') person.invitation = 'revoked';
    if (action === 'delete') this.people = this.people.filter((one) => one !== person);
  }

  #makeLinkFor(email: string): string | null {
    return this.hasMail ? null : `https://lark.example/invitation#${email}`;
  }

  /** Without quotes; an address needs an @. */
  #preview(csv: string): RouteResponse<typeof previewInvitations> {
    const [header, ...lines] = csv.trim().split('\n');
    if (header !== 'email,first_name,last_name')
      return { rows: [], problems: ['line 1: the columns must be email, first_name, last_name'] };
    const rows = lines.map((text, index) => {
      const [email = '', firstName = '', lastName = ''] = text.split(',');
      const isTaken = this.people.some((person) => person.email === email);
      const problem = isTaken
        ? 'already has an account'
        : email.includes('@')
          ? null
          : 'Not a valid email address';
      return { line: index + 2, email, firstName, lastName, problem };
    });
    const problems =
      rows.length > MAX_INVITATIONS ? [`More than ${MAX_INVITATIONS} lines. Split the file.`] : [];
    return { rows: rows.slice(0, MAX_INVITATIONS), problems };
  }

  #answerGroups() {
    this.#on(listDestinations, () => this.destinations);
    this.#on(addDestination, ({ body: { kind, name, chat, secret: _, ...wanted } }) => {
      if (this.destinations.some((one) => one.name === name))
        throw new Refusal('INVALID_REQUEST', {
          fields: { name: `There is already a destination "${name}".` },
        });
      this.addDestination({ kind, name, target: chat ?? 'desk.example.org', ...wanted });
      this.record('destination_changed', { subject: `Added ${name}` });
      return { signingKey: kind === 'webhook' ? `whsec_${'1'.repeat(44)}` : null };
    });
    this.#on(actOnDestination, ({ params, body: { action } }) => {
      const destination = this.destinations.find(({ id }) => id === params.id);
      if (!destination) throw new Refusal('NOT_FOUND');
      if (action === 'pause') destination.state = 'paused';
      if (action === 'resume')
        Object.assign(destination, { state: 'active', reason: null, failingSince: null });
      if (action === 'remove') this.destinations = this.destinations.filter((one) => one !== destination);
      const done = { test: '', pause: 'Paused', resume: 'Resumed', remove: 'Removed' }[action];
      if (done) this.record('destination_changed', { subject: `${done} ${destination.name}` });
      return { success: true as const };
    });
  }
}
