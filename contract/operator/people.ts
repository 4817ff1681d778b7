import * as z from 'zod/mini';
import { role } from '../account/auth.ts';
import { authEventKinds } from '../account/own-data.ts';
import { numberCursor } from '../shared/paging.ts';
import { defineRoute } from '../shared/route.ts';

/** What an operator does with accounts, and the log of it and of sign-ins. Nothing that people wrote is here. */

export const PEOPLE_PAGE = 50;
export const LOG_PAGE = 100;
/** Invited at once; more are imported by command. */
export const MAX_INVITATIONS = 500;

export const personStates = ['active', 'invited', 'disabled'] as const;
const invitationStates = ['waiting', 'open', 'expired', 'not delivered', 'revoked'] as const;

const person = z.object({
  id: z.string(),
  email: z.string(),
  fullName: z.string(),
  role,
  educatorId: z.nullable(z.string()),
  createdAt: z.string(),
  lastSignInAt: z.nullable(z.string()),
  state: z.enum(personStates),
  /** Of somebody who has not accepted it yet. */
  invitation: z.nullable(z.enum(invitationStates)),
  /** Codes from an app, or passkeys. */
  hasSecondFactor: z.boolean(),
});
export type OperatorPerson = z.infer<typeof person>;

const search = z.optional(z.string().check(z.maxLength(200)));

export const listPeople = defineRoute({
  method: 'GET',
  path: '/api/operator/people',
  access: 'operator',
  summary: `Accounts by address, ${PEOPLE_PAGE} a page; \`search\` finds a part of the address or the name`,
  failure: 'Failed to load people',
  query: z.object({
    search,
    role: z.optional(role),
    state: z.optional(z.enum(personStates)),
    /** It has the last address of a page, which can be longer than other cursors. */
    cursor: z.optional(z.string().check(z.maxLength(400))),
  }),
  response: z.array(person),
  errors: ['INVALID_CURSOR'],
});

export const personActions = [
  'invite',
  'revokeInvitation',
  'sendReset',
  'resetSecondFactor',
  'endSessions',
  'disable',
  'enable',
  'delete',
] as const;
export type PersonAction = (typeof personActions)[number];

/** A link that is shown to the operator, because no mail is set up. */
const link = z.nullable(z.string());

export const actOnPerson = defineRoute({
  method: 'POST',
  path: '/api/operator/people/:id/actions',
  access: 'operator',
  summary: 'Do something with an account: invite again, send a reset, disable, …',
  failure: 'Failed to change the account',
  bodyLimit: 1024,
  params: z.object({ id: z.guid({ error: 'Not an id' }) }),
  body: z.object({ action: z.enum(personActions) }),
  response: z.object({ endedSessions: z.number(), link }),
  errors: ['NOT_FOUND'],
});

/** As typed or read from a file; the server says what is wrong with it. */
const text = z.string().check(z.maxLength(400));
const invitee = z.object({ email: text, firstName: text, lastName: text });
export type InviteeInput = z.infer<typeof invitee>;

export const previewInvitations = defineRoute({
  method: 'POST',
  path: '/api/operator/invitations/preview',
  access: 'operator',
  summary: 'Read a CSV file of customers (email, first_name, last_name) and say what is wrong with each row',
  failure: 'Failed to read the file',
  bodyLimit: 256 * 1024,
  body: z.object({ csv: z.string() }),
  response: z.object({
    rows: z.array(
      z.object({
        line: z.number(),
        ...{ email: z.string(), firstName: z.string(), lastName: z.string() },
        problem: z.nullable(z.string()),
      }),
    ),
    /** What is wrong with the file as a whole. */
    problems: z.array(z.string()),
  }),
});

export const invitePeople = defineRoute({
  method: 'POST',
  path: '/api/operator/invitations',
  access: 'operator',
  summary: `Add and invite customers, all or none, up to ${MAX_INVITATIONS}`,
  failure: 'Failed to invite',
  bodyLimit: 512 * 1024,
  body: z.object({
    people: z
      .array(invitee)
      .check(
        z.minLength(1),
        z.maxLength(MAX_INVITATIONS, { error: `Invite up to ${MAX_INVITATIONS} people at once` }),
      ),
  }),
  status: 201,
  response: z.array(z.object({ email: z.string(), link })),
});

const logEntry = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(authEventKinds),
  email: z.nullable(z.string()),
  address: z.string(),
  userAgent: z.nullable(z.string()),
  attempts: z.number(),
  /** Who did it on the operator's page. */
  operator: z.nullable(z.string()),
  /** What it was done to, where that is no account. */
  subject: z.nullable(z.string()),
});
export type LogEntry = z.infer<typeof logEntry>;

export const listLog = defineRoute({
  method: 'GET',
  path: '/api/operator/log',
  access: 'operator',
  summary: `Sign-ins and what operators did, newest first, ${LOG_PAGE} a page; \`email\` is a whole address`,
  failure: 'Failed to load the log',
  query: z.object({ email: search, kind: z.optional(z.enum(authEventKinds)), cursor: numberCursor }),
  response: z.array(logEntry),
});
