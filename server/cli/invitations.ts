import { defineCommand } from './command.ts';
import { formatLink, printHelp, printOption } from './credentials.ts';
import { formatTime } from './table.ts';

const invite = defineCommand({
  name: 'users invite',
  usage: 'EMAIL [--first-name NAME] [--last-name NAME] [--print]',
  summary: 'Invite a customer by a link, or invite somebody again',
  help: `Adds a customer without a password, and invites them by a link to choose name and password. It works once, for 7 days.
For somebody who has not accepted yet, customer or educator, it makes a new link, which replaces the one before.
"educators set" adds an educator this way.

${printHelp}

  --first-name, --last-name  names to begin with; the person can change them
  --print                    print the link, do not send it

Example: npm run admin -- users invite ann@example.org`,
  positionals: ['EMAIL'],
  options: { 'first-name': { type: 'string' }, 'last-name': { type: 'string' }, ...printOption },
  run: async ({ links, values, positionals: [email = ''], print }) => {
    const person = { email, firstName: values['first-name'], lastName: values['last-name'] };
    const issued = await links.invite(person, links.chooseDelivery(values.print));
    print(`Invited ${issued.email}.`, ...formatLink(issued, '7 days'));
  },
});

const list = defineCommand({
  name: 'users invitations',
  summary: 'List the invitations that are not accepted yet',
  help: `Lists the newest invitation of each account that has not accepted one, by email address.

  waiting        the mail is not sent yet; the application tries for two days
  open           the link works
  expired        "users invite" makes a new link
  not delivered  the mail server refused the address, or took no mail for two days
  revoked        by "users revoke-invitation"`,
  run: async ({ links, print, printTable }) => {
    const rows = (await links.invitations()).map(({ user, sentAt, expiresAt, state }) => [
      user.email,
      user.educatorId === null ? user.role : `educator ${user.educatorId}`,
      formatTime(sentAt),
      formatTime(sentAt && expiresAt),
      state,
    ]);
    if (rows.length > 0) printTable(['EMAIL', 'ROLE', 'SENT', 'EXPIRES', 'STATE'], rows);
    print(rows.length === 1 ? '1 invitation.' : `${rows.length} invitations.`);
  },
});

const revoke = defineCommand({
  name: 'users revoke-invitation',
  summary: 'Revoke an invitation: its link stops working',
  help: `Revokes an invitation. The account stays without a password: nobody can sign in to it. "users invite" invites again,
"users delete" removes the account.`,
  positionals: ['EMAIL'],
  run: async ({ links, positionals: [email = ''], print }) => {
    await links.revokeInvitation(email);
    print(`Revoked the invitation of ${email}.`);
  },
});

const resetLink = defineCommand({
  name: 'users reset-link',
  usage: 'EMAIL [--print]',
  summary: 'Make a link with which somebody chooses a new password',
  help: `Makes a link for somebody who forgot their password. It works once, for 30 minutes, and replaces an earlier one. Their
sessions end when they use it. Make sure that you know whom you are talking to.

${printHelp}

  --print  print the link, do not send it`,
  positionals: ['EMAIL'],
  options: printOption,
  run: async ({ links, values, positionals: [email = ''], print }) => {
    const issued = await links.createResetLink(email, links.chooseDelivery(values.print));
    print(...formatLink(issued, '30 minutes'));
  },
});

export const linkCommands = [invite, list, revoke, resetLink];
