import { DEMO_CUSTOMER_PASSWORD, DEMO_EDUCATOR_PASSWORD } from '../server/demo/demo-people.ts';
import { type RunningApp, run } from '../server/main.ts';
import { type Env, readEnv } from '../server/shared/env.ts';
import { explainStartFailure } from '../server/shared/startup-error.ts';

/** Ctrl-C arrives twice, from the terminal and from npm; a later one means that the user insists. */
const SAME_SIGNAL_MS = 1_000;

/** Serves until a signal arrives, then stops everything and exits. */
export const serve = async (
  prepare: (env: Env, signal: AbortSignal) => Promise<void> = async () => undefined,
) => {
  const stopping = stopOnSignals();
  // A closed terminal or pipe must not end the application.
  process.stdout.on('error', () => undefined);
  try {
    const env = readEnv(process.env);
    await prepare(env, stopping);
    const app = await run(env, { onProgress: (line) => console.log(line), signal: stopping });
    announce(env, app);
    await aborted(stopping);
    await app.close();
  } catch (error) {
    if (!stopping.aborted) fail(error);
  }
  process.exit(0);
};

const stopOnSignals = (): AbortSignal => {
  const stop = new AbortController();
  let firstAt: number | undefined;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      // The embedded database's exit handler stops it.
      if (firstAt !== undefined && performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(1);
      if (firstAt === undefined) console.log('\nStopping …');
      firstAt ??= performance.now();
      stop.abort();
    });
  }
  return stop.signal;
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** In development, Vite's address is the one to open. */
const shownAddress = process.argv[2];

const announce = (env: Env, app: RunningApp) => {
  const address = shownAddress ?? app.address;
  const lines = ['', `  Sign in         ${address}/login`, `  Educators       ${address}${env.staffPath}`];
  const mail = env.mail
    ? `sent through ${new URL(env.mail.smtpUrl).hostname}`
    : 'off: admin commands print links';
  lines.push(`  Mail            ${mail}`);
  if (env.baseUrl === undefined)
    lines.push(`  Passkeys        only at http://localhost:${new URL(address).port}: BASE_URL is not set`);
  if (app.hasDemo)
    lines.push(
      `  Demo customer   customer@demo.test / ${DEMO_CUSTOMER_PASSWORD}`,
      `  Demo educators  educator1@demo.test … educator7@demo.test / ${DEMO_EDUCATOR_PASSWORD}`,
    );
  lines.push('', `Chartlark is ready at ${address} (Ctrl-C stops it)`);
  console.log(lines.join('\n'));
};

const fail = (error: unknown): never => {
  console.error(explainStartFailure(error) ?? error);
  process.exit(1);
};

if (import.meta.main) await serve();
