// `npm run dev`: runs the embedded database, the server (restarted when its sources change) and Vite (which reloads
// the web app). The database stays up across restarts.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { findFreePort } from '../server/database/embedded/running-server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { type Env, readEnv } from '../server/shared/env.ts';
import { explainStartFailure } from '../server/shared/startup-error.ts';

const server = fileURLToPath(new URL('./serve.ts', import.meta.url));

/** Node's watch mode follows imports, so it watches only server/ and contract/. */
const startServer = (env: Env, databaseUrl: string, port: number): ChildProcess =>
  spawn(process.execPath, ['--watch', '--watch-preserve-output', server, `http://${env.host}:${env.port}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Detached from the terminal, so that Ctrl-C stops it through us in the right order.
    detached: true,
    env: {
      LOG_LEVEL: 'warn',
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DEMO: env.demo ?? (env.databaseUrl === undefined ? 'on' : 'off'),
    },
  });

const startVite = async ({ host, port }: Env, api: string): Promise<ViteDevServer> => {
  process.env.API_ORIGIN = api;
  const vite = await createVite({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    server: { host, port, strictPort: true },
  });
  return vite.listen();
};

const stopServer = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  // The watcher and its child.
  process.kill(-child.pid, 'SIGTERM');
  await exited;
};

const develop = async () => {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const env = readEnv(process.env);
    const postgres = env.databaseUrl === undefined ? await startDatabase(env) : undefined;
    if (postgres !== undefined) closers.push(() => postgres.stop());
    const port = await findFreePort();
    const child = startServer(env, env.databaseUrl ?? postgres?.connectionString ?? '', port);
    closers.push(() => stopServer(child));
    const vite = await startVite(env, `http://127.0.0.1:${port}`);
    closers.push(() => vite.close());
    await stopped;
  } finally {
    for (const close of closers.toReversed()) await close();
  }
};

const startDatabase = ({ dataDir }: Env): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir, onProgress: (line) => console.log(line) });

try {
  await develop();
  process.exit(0);
} catch (error) {
  console.error(explainStartFailure(error) ?? error);
  process.exit(1);
}
