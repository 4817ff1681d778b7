import {
  faultMessage,
  type LedgerVerification,
  ledgerDoesNotProve,
  ledgerProves,
} from '../../contract/verify-ledger.ts';
import { verifyStoredLedger } from '../../server/ledger/ledger-service.ts';
import { type Command, CommandError } from './command.ts';

const help = `npm run admin -- verify-ledger

Reads the whole ledger (the table idea_revisions) and checks that it is the unbroken chain it was written as: each row's
changes against its digest, each row against the hash before it, and the last row against the head kept beside it.
It changes nothing, and the application may run meanwhile.

Exit code 0: the chain is sound. 1: it is not, and the first broken row is named.`;

const soundLines = (verdict: LedgerVerification & { valid: true }) => [
  `The ledger is sound: ${verdict.count} rows about ${verdict.ideas} ideas.`,
  ...(verdict.firstAt ? [`From ${verdict.firstAt} to ${verdict.lastAt}.`] : []),
  `Head: ${verdict.head}`,
  '',
  'What this shows:',
  ...ledgerProves.map((line) => `  + ${line}`),
  'What it does not show:',
  ...ledgerDoesNotProve.map((line) => `  - ${line}`),
];

export const verifyLedgerCommand: Command = {
  name: 'verify-ledger',
  summary: 'Check that the ledger of all ideas is the unbroken chain it was written as',
  help,
  run: async ({ database, args, print, note }) => {
    if (args.length > 0) throw new CommandError(`verify-ledger takes no arguments, not ${args.join(' ')}`);
    const { verdict, feedHead } = await verifyStoredLedger(database.db, (checked) => {
      if (checked % 10_000 === 0) note(`${checked} rows checked …`);
    });
    if (!verdict.valid) {
      print('The ledger is NOT sound.');
      print(faultMessage(verdict.fault));
      print('No row from there on can be trusted; those before it are as they were written.');
      return 1;
    }
    if (verdict.count !== feedHead.count || verdict.head !== feedHead.head) {
      print('The ledger is NOT sound.');
      print(
        `Its rows end at number ${verdict.count}, but ${feedHead.count} were written (head ${feedHead.head}): the end was exchanged.`,
      );
      return 1;
    }
    for (const line of soundLines(verdict)) print(line);
    return 0;
  },
};
