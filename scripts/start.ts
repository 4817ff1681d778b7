// `npm start`: builds the web app when its sources changed, then serves.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Env } from '../server/env.ts';
import { buildWebApp } from './build-web.ts';
import { serve } from './serve.ts';

/** Asked first: it would be a pity to build and start everything only to learn this. */
const checkPortIsFree = async ({ host, port }: Env): Promise<void> => {
  const probe = createServer();
  probe.listen(port, host);
  await once(probe, 'listening');
  probe.close();
};

await serve(async (env, signal) => {
  await checkPortIsFree(env);
  await buildWebApp(() => console.log('Building the web app …'), signal);
});
