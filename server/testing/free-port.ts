import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range from which systems take ports for outgoing connections: one of those could have it at any moment. */
const [FIRST, LAST] = [20_000, 32_000];

/** A loopback port nobody uses at this moment. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      // Taken; another will be free.
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
};
