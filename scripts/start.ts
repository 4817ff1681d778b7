// `npm start`: builds the web app if its sources changed, then serves.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Env } from '../server/shared/env.ts';
import { buildWebApp } from './build-web.ts';
import { serve } from './serve.ts';

/** Checked first, before building and starting everything. */
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
