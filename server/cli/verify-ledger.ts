import {
  describeLedgerError,
  type LedgerVerification,
  listProofs,
} from '../../contract/record/verify-ledger.ts';
import { verifyStoredLedger } from '../record/ledger-service.ts';
import { defineCommand } from './command.ts';

const formatResult = (result: LedgerVerification & { valid: true }) => [
  `Ledger intact: ${result.count} entries about ${result.ideas} ideas.`,
  ...(result.firstAt ? [`From ${result.firstAt} to ${result.lastAt}.`] : []),
  `Head: ${result.head}`,
  '',
  'What this proves:',
  ...listProofs(result).proven.map((line) => `  + ${line}`),
  "What it doesn't prove:",
  ...listProofs(result).unproven.map((line) => `  - ${line}`),
];

export const verifyLedger = defineCommand({
  name: 'verify-ledger',
  summary: 'Verify the hash chain of the ledger',
  help: `Reads the whole ledger (the table idea_revisions) and verifies its hash chain: each row's content against
its digest, each row against the previous hash, and the last row against the head stored in the feed.
It changes nothing, and the application may keep running.`,
  exitCodes: '0: the ledger is intact. 1: it was altered; prints the first invalid entry.',
  run: async ({ database, print, note }) => {
    const { result, feedHead } = await verifyStoredLedger(database.db, (checked) => {
      if (checked % 10_000 === 0) note(`${checked} rows checked …`);
    });
    if (!result.valid) {
      print(
        'Ledger altered.',
        describeLedgerError(result.error),
        'Entries before it are intact. Nothing from there on can be trusted.',
      );
      return 1;
    }
    if (result.count !== feedHead.count || result.head !== feedHead.head) {
      print(
        'Ledger altered.',
        `It ends with entry ${result.count}, but ${feedHead.count} were written (head ${feedHead.head}): the end was altered.`,
      );
      return 1;
    }
    print(...formatResult(result));
  },
});
