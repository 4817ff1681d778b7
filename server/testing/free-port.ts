import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral range, whose ports outgoing connections could take at any time. */
const [FIRST, LAST] = [20_000, 32_000];

/** A free loopback port. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      // Taken; try another.
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
};
