import {
  type actOnPerson,
  type InviteeInput,
  type invitePeople,
  type LogEntry,
  MAX_INVITATIONS,
  type OperatorPerson,
  type PersonAction,
  type previewInvitations,
} from '../../contract/operator/people.ts';
import type { RouteResponse } from '../../contract/shared/route.ts';
import { type Person, parsePerson } from '../account/account-input.ts';
import { type AuthLogFilter, assertEmailsFree, selectAuthEvents } from '../account/accounts-db.ts';
import { AccountsService } from '../account/accounts-service.ts';
import { parseCustomerFile } from '../account/customer-import.ts';
import { createTellOwner } from '../account/links/account-links.ts';
import { getInvitationState, OperatorLinksService } from '../account/links/operator-links-service.ts';
import { createPageActor } from '../account/sessions/revoke-sessions.ts';
import type { Db } from '../database/connection.ts';
import type { Database } from '../database/database.ts';
import type { OperatorCaller } from '../http/viewer.ts';
import type { MediaService } from '../media/media-service.ts';
import { AppError } from '../shared/app-error.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';
import { failAtField, OperatorError } from '../shared/operator-error.ts';
import { type PeopleFilter, selectAddress, selectPeople } from './people-db.ts';

export type PeopleParts = {
  database: Pick<Database, 'db'>;
  clock: Clock;
  env: Pick<Env, 'baseUrl' | 'port' | 'mail'>;
  media: Pick<MediaService, 'removeOfDeletedAccounts'>;
};

/** Accounts on the operator's page: what the admin commands do, in the name of the operator. */
export class PeopleService {
  readonly #parts: PeopleParts;

  constructor(parts: PeopleParts) {
    this.#parts = parts;
  }

  async list(filter: PeopleFilter, limit: number): Promise<OperatorPerson[]> {
    const { database, clock } = this.#parts;
    const now = clock();
    return (await selectPeople(database.db, filter, limit)).map(({ invitation, ...person }) => ({
      ...person,
      createdAt: person.createdAt.toISOString(),
      lastSignInAt: person.lastSignInAt?.toISOString() ?? null,
      invitation: invitation && getInvitationState(invitation, now),
    }));
  }

  /** Throws NOT_FOUND, and INVALID_REQUEST with the reason at `action`. */
  async act(
    operator: OperatorCaller,
    id: string,
    action: PersonAction,
  ): Promise<RouteResponse<typeof actOnPerson>> {
    const email = await selectAddress(this.#parts.database.db, id);
    if (email === undefined) throw new AppError('NOT_FOUND');
    const result = await failAtField('action', this.#act(operator, email, action));
    return { endedSessions: 0, link: null, ...result };
  }

  async #act(
    operator: OperatorCaller,
    email: string,
    action: PersonAction,
  ): Promise<Partial<RouteResponse<typeof actOnPerson>>> {
    const { accounts, links, delivery } = this.#createServices(operator);
    switch (action) {
      case 'invite':
        return { link: (await links.invite({ email }, delivery)).url };
      case 'revokeInvitation':
        await links.revokeInvitation(email);
        return {};
      case 'sendReset':
        return { link: (await links.createResetLink(email, delivery)).url };
      case 'resetSecondFactor': {
        const endedSessions = await accounts.resetSecondFactor(email);
        if (endedSessions === null) throw new OperatorError(`${email} has neither codes nor passkeys.`);
        return { endedSessions };
      }
      case 'endSessions':
        return { endedSessions: await accounts.endSessions(email) };
      case 'disable':
        return { endedSessions: await accounts.disable(email) };
      case 'enable':
        await accounts.enable(email);
        return {};
      case 'delete':
        await accounts.delete(email);
        await this.#parts.media.removeOfDeletedAccounts();
        return {};
    }
  }

  /** What is wrong with each row of a list of customers, and with the list. */
  async preview(operator: OperatorCaller, csv: string): Promise<RouteResponse<typeof previewInvitations>> {
    const { rows, problems } = await parseCustomerFile(Buffer.from(csv), 'utf-8', MAX_INVITATIONS);
    return { rows: await this.#createServices(operator).accounts.checkTaken(rows), problems };
  }

  /** Invites all or none. The names of one person alone may be missing. Throws INVALID_REQUEST with the reason at `people`. */
  async invite(
    operator: OperatorCaller,
    people: readonly InviteeInput[],
  ): Promise<RouteResponse<typeof invitePeople>> {
    const { links, delivery } = this.#createServices(operator);
    const issue = async () => {
      const [first, ...others] = people;
      if (first && others.length === 0) {
        const { email, firstName, lastName } = first;
        const names = { firstName: firstName.trim() || undefined, lastName: lastName.trim() || undefined };
        return [await links.invite({ email, ...names }, delivery)];
      }
      return links.inviteAll(await assertCustomers(people, this.#parts.database.db), delivery);
    };
    const issued = await failAtField('people', issue());
    return issued.map(({ email, url }) => ({ email, link: url }));
  }

  async listLog(filter: AuthLogFilter, limit: number): Promise<LogEntry[]> {
    const events = await selectAuthEvents(this.#parts.database.db, filter, limit);
    return events.map(({ id, at, ...event }) => ({ id: String(id), at: at.toISOString(), ...event }));
  }

  /** The services of the commands, whose actions the log ascribes to the operator. */
  #createServices({ name }: OperatorCaller) {
    const { database, clock, env } = this.#parts;
    const actor = createPageActor(name);
    const links = new OperatorLinksService(database.db, clock, env, actor);
    return {
      accounts: new AccountsService(database.db, clock, createTellOwner(env, clock), actor),
      links,
      delivery: links.chooseDelivery(false),
    };
  }
}

/** People who can be added together. Throws OperatorError about the first who can't. */
const assertCustomers = async (given: readonly InviteeInput[], db: Db): Promise<Person[]> => {
  const people = new Map<string, Person>();
  for (const one of given) {
    const person = parsePerson(one);
    if ('errors' in person) throw new OperatorError(`${one.email}: ${person.errors.join('. ')}.`);
    if (people.has(person.email)) throw new OperatorError(`${person.email} is there twice.`);
    people.set(person.email, person);
  }
  await assertEmailsFree(db, [...people.keys()]);
  return [...people.values()];
};
