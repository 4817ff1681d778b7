import { OperatorLinksService } from '../accounts/links/operator-links-service.ts';
import type { Command } from './command.ts';
import { readArguments } from './read-arguments.ts';
import { formatTable, formatTime } from './table.ts';

export const usersInvitationsCommand: Command = {
  name: 'users invitations',
  summary: 'List the invitations that are not accepted yet',
  help: `npm run admin -- users invitations

Lists the newest invitation of each account that has not accepted one, by email address.

  waiting        the mail is not sent yet; the application tries for two days
  open           the link works
  expired        "users invite" makes a new link
  not delivered  the mail server refused the address, or took no mail for two days
  revoked        by "users revoke-invitation"`,
  run: async ({ database: { db }, env, args, print }) => {
    readArguments(args, { options: {} });
    const links = new OperatorLinksService(db, () => new Date(), env);
    const rows = (await links.invitations()).map(({ user, sentAt, expiresAt, state }) => [
      user.email,
      user.educatorId === null ? user.role : `educator ${user.educatorId}`,
      formatTime(sentAt),
      formatTime(sentAt && expiresAt),
      state,
    ]);
    if (rows.length > 0)
      for (const line of formatTable(['EMAIL', 'ROLE', 'SENT', 'EXPIRES', 'STATE'], rows)) print(line);
    print(rows.length === 1 ? '1 invitation.' : `${rows.length} invitations.`);
    return 0;
  },
};

export const usersRevokeInvitationCommand: Command = {
  name: 'users revoke-invitation',
  summary: 'Revoke an invitation: its link stops working',
  help: `npm run admin -- users revoke-invitation EMAIL

Revokes an invitation. The account stays without a password: nobody can sign in to it. "users invite" invites again,
"users delete" removes the account.

Exit code 0: revoked. 2: there is no open invitation.`,
  run: async ({ database: { db }, env, args, print }) => {
    const { positionals } = readArguments(args, { positionals: ['EMAIL'], options: {} });
    const [email = ''] = positionals;
    await new OperatorLinksService(db, () => new Date(), env).revokeInvitation(email);
    print(`Revoked the invitation of ${email}.`);
    return 0;
  },
};
