// A thread of its own: reading and hashing a long ledger takes seconds, in which the page would answer to nothing.
import { checkLedgerFile, type LedgerTask } from './check-ledger-file.ts';
import { browserSha256 } from './sha256.ts';

addEventListener('message', ({ data }: MessageEvent<LedgerTask>) => {
  const sha256 = browserSha256();
  // The page asks only where it has one itself; without, this throws and the page hears of it.
  if (!sha256) throw new Error('This thread has no SHA-256');
  void checkLedgerFile(data, sha256, (step) => postMessage(step));
});
