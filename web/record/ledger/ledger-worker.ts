// A worker, because parsing and hashing a long ledger would block the page for seconds.
import { checkLedgerFile, type LedgerCheckRequest } from './check-ledger-file.ts';
import { browserSha256 } from './sha256.ts';

addEventListener('message', ({ data }: MessageEvent<LedgerCheckRequest>) => {
  const sha256 = browserSha256();
  // The page checks for SHA-256 before it starts this worker. An error thrown here reaches its `onerror`.
  if (!sha256) throw new Error('SHA-256 is not available in this worker');
  void checkLedgerFile(data, sha256, (step) => postMessage(step));
});
