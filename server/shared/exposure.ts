import { isIP } from 'node:net';
import type { Env } from './env.ts';

/** What may happen with the demo accounts, whose passwords are public. */
type DemoPolicy = {
  /** Whether this start may load the demo into an empty database. */
  readonly seed: boolean;
  /** Whether a demo account with its public password may sign in. */
  readonly allowSignIn: boolean;
  /** Warning to print if the database contains the demo, even if another process loaded it. */
  readonly warning: string | undefined;
};

/**
 * By default the demo is loaded only where nobody else can reach it: into the embedded database on a loopback address that
 * no proxy, public address, other web app or Prometheus server uses. Elsewhere it needs DEMO=on.
 */
export const demoPolicy = (
  env: Pick<Env, 'host' | 'databaseUrl' | 'demo' | 'baseUrl' | 'trustProxy' | 'webOrigins' | 'metricsToken'>,
): DemoPolicy => {
  const exposed = findExposure(env);
  const warning = `Warning: the demo accounts have public passwords, and ${exposed} lets others reach them.`;
  const isPrivate = exposed === undefined;
  return {
    seed: env.demo === 'on' || (env.demo === undefined && env.databaseUrl === undefined && isPrivate),
    allowSignIn: env.demo === 'on' || isPrivate,
    warning: isPrivate || env.demo !== 'on' ? undefined : warning,
  };
};

/** Where prices come from, in this order: made-up ones with the demo, unless settings say otherwise. */
export const listCandleSources = (env: Pick<Env, 'candleSources'> & Parameters<typeof demoPolicy>[0]) =>
  env.candleSources ?? (demoPolicy(env).seed ? (['demo'] as const) : []);

/** The setting by which others reach this process, if there is one. */
const findExposure = ({
  host,
  baseUrl,
  trustProxy,
  webOrigins,
  metricsToken,
}: Parameters<typeof demoPolicy>[0]): string | undefined => {
  if (!isLoopback(host)) return `HOST=${host}`;
  if (baseUrl !== undefined && !isLoopback(new URL(baseUrl).hostname)) return 'BASE_URL';
  if (trustProxy !== false) return 'TRUST_PROXY';
  if (webOrigins.length > 0) return 'WEB_ORIGINS';
  return metricsToken === undefined ? undefined : 'METRICS_TOKEN';
};

/**
 * Whether a request has a host name that a page of somebody else's must have made up (DNS rebinding). Listening on this machine
 * only, without a proxy or a web app elsewhere, a process has its names and BASE_URL's.
 */
export const isForeignHost = (
  { host, baseUrl, trustProxy, webOrigins }: Pick<Env, 'host' | 'baseUrl' | 'trustProxy' | 'webOrigins'>,
  hostname: string,
): boolean =>
  isLoopback(host) &&
  trustProxy === false &&
  webOrigins.length === 0 &&
  !isLoopback(hostname) &&
  !hostname.endsWith('.localhost') &&
  hostname !== (baseUrl && new URL(baseUrl).hostname);

/** What to say at a start where others reach the educator login, and a password alone opens it. */
export const secondFactorAdvice = (
  env: Pick<Env, 'educatorSecondFactor'> & Parameters<typeof demoPolicy>[0],
): string | undefined =>
  env.educatorSecondFactor === 'required' || findExposure(env) === undefined
    ? undefined
    : 'Educators may sign in with a password alone. EDUCATOR_SECOND_FACTOR=required asks them for a second factor.';

const isLoopback = (host: string): boolean => {
  return ['localhost', '::1', '[::1]'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'));
};
