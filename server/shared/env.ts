import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { secondFactorRules } from '../../contract/account/second-factor.ts';
import { BRAND, STAFF_PATH } from '../../contract/shared/brand.ts';
import { disclosureRules } from '../../contract/shared/config.ts';
import { StartupError } from './startup-error.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GIGABYTE = 1024 ** 3;

/** Secrets, and addresses that contain a password: they may be given as files, and are never repeated in a message. */
const SECRETS = [
  'DATABASE_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'OANDA_TOKEN',
  'OUTWARD_KEY',
];
const S3_SETTINGS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
/** Sources of prices; the demo's are made up. */
const candleSources = ['demo', 'kraken', 'coinbase', 'binance', 'oanda'] as const;
const MAIL_SETTINGS = ['SMTP_URL', 'MAIL_FROM', 'BASE_URL'] as const;

const matching = (pattern: RegExp, expected: string) => z.string().regex(pattern, expected);
const url = (protocol: RegExp, expected: string) => z.url({ protocol, hostname: /./, error: expected });
const option = <const T extends readonly string[]>(options: T) =>
  z
    .string()
    .toLowerCase()
    .pipe(
      z.enum(
        options,
        `must be ${options.length > 2 ? 'one of ' : ''}${options.join(options.length > 2 ? ', ' : ' or ')}`,
      ),
    );
const wholeNumber = (least: number, most: number, what: string) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,6}$/.test(text) && +text >= least && +text <= most,
      `must be ${what} from ${least} to ${most}`,
    )
    .transform(Number);
/** As browsers send them: scheme, lower-case host, and the port unless it is the default. */
const isOrigin = (text: string) => /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.parse(text)?.origin === text;
const list = (text: string) => text.split(',').map((item) => item.trim());
const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const onOff = option(['on', 'off']);

const settings = z.object({
  HOST: matching(/^[\w.:-]+$/, 'must be a host name or an address').default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 'a port').default(3000),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: url(
    /^postgres(ql)?$/,
    'must be an address like postgres://user:password@host:5432/name',
  ).optional(),
  // With fewer connections, one slow request would block all others.
  DATABASE_CONNECTIONS: wholeNumber(8, 500, 'a number').default(20),
  DEMO: onOff.optional(),
  BRAND: z.string().max(40, 'must be at most 40 characters').default(BRAND),
  MESSAGING_URL: url(/^https$/, 'must be an https address').default('https://example.org/chartlark-group'),
  STAFF_PATH: matching(
    /^(?!\/(login|api|media|feeds|record|operator|profile-images|customer|educator|assets)(\/|$))(\/[\w-]+)+$/,
    `must be a path like ${STAFF_PATH}`,
  ).default(STAFF_PATH),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) =>
        /^off$/i.test(text) ||
        /^([01]?\d|20)$/.test(text) ||
        list(text).every((item) => addressRange.safeParse(item).success),
      'must be off, the number of proxies in front, or their addresses separated by commas',
    )
    .transform((text): false | number | string[] =>
      /^(off|0+)$/i.test(text) ? false : /^\d+$/.test(text) ? Number(text) : list(text),
    )
    .default(false),
  LOG_LEVEL: option(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  WEB_ORIGINS: z
    .string()
    .transform(list)
    .refine(
      (origins) => origins.every(isOrigin),
      'must be origins like https://app.example.org, without a path, separated by commas',
    )
    .default([]),
  HSTS_SUBDOMAINS: onOff.default('off'),
  RATE_LIMITS: onOff.default('on'),
  UPLOAD_QUOTA_GB: wholeNumber(1, 100_000, 'a number of gigabytes').default(20),
  AUTH_LOG_DAYS: wholeNumber(1, 3650, 'a number of days').default(90),
  METRICS_TOKEN: matching(
    /^[\x21-\x7e]{16,200}$/,
    'must be 16 to 200 visible characters without spaces',
  ).optional(),
  // Apple rejects every push without one of the two.
  PUSH_CONTACT: z
    .union([z.string().regex(/^mailto:[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/), url(/^https$/, '')], {
      error: 'must be an address like mailto:operator@example.org or https://example.org/contact',
    })
    .optional(),
  CANDLE_SOURCES: z
    .string()
    .toLowerCase()
    .transform((text) => (text === 'off' ? [] : list(text)))
    .pipe(
      z.array(
        z.enum(candleSources, `must be off, or some of ${candleSources.join(', ')}, separated by commas`),
      ),
    )
    .optional(),
  KRAKEN_URL: url(/^https?$/, 'must be an address like https://api.kraken.com').default(
    'https://api.kraken.com',
  ),
  COINBASE_URL: url(/^https?$/, 'must be an address like https://api.exchange.coinbase.com').default(
    'https://api.exchange.coinbase.com',
  ),
  BINANCE_URL: url(/^https?$/, 'must be an address like https://data-api.binance.vision').default(
    'https://data-api.binance.vision',
  ),
  OANDA_URL: url(/^https?$/, 'must be an address like https://api-fxtrade.oanda.com').default(
    'https://api-fxpractice.oanda.com',
  ),
  OANDA_TOKEN: matching(/^[\x21-\x7e]{16,200}$/, 'must be the token of an account').optional(),
  PRICE_DISPLAY: onOff.default('on'),
  PUBLIC_RECORDS: onOff.default('off'),
  OUTWARD_KEY: matching(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64').optional(),
  TELEGRAM_URL: url(/^https?$/, 'must be an address like https://api.telegram.org').default(
    'https://api.telegram.org',
  ),
  API_DOCS: onOff.default('on'),
  DISCLOSURE: option(disclosureRules).default('optional'),
  EDUCATOR_SECOND_FACTOR: option(secondFactorRules).default('optional'),
  BASE_URL: z
    .string()
    .refine(isOrigin, 'must be an origin like https://chartlark.example.org, without a path')
    .optional(),
  SMTP_URL: url(/^smtps?$/, 'must be an address like smtps://user:password@mail.example.org').optional(),
  MAIL_FROM: matching(
    /^([^<>"\r\n]+ <[^\s@<>"]+@[^\s@<>"]+>|[^\s@<>"]+@[^\s@<>"]+)$/,
    'must be a sender like Chartlark <hello@example.org>',
  ).optional(),
  S3_ENDPOINT: url(/^https?$/, 'must be an address like https://s3.example.org').optional(),
  S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket').optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  // The default of S3-compatible services without regions.
  S3_REGION: z.string().default('us-east-1'),
});

/** The validated settings of one process. Nothing else in server/ reads the environment. */
export type Env = ReturnType<typeof toEnv>;
/** S3-compatible bucket for uploads. */
export type S3Settings = NonNullable<Env['s3']>;

type Source = Readonly<Record<string, string | undefined>>;

/**
 * Reads and validates the environment. Empty counts as unset, because compose files pass unset variables as empty strings.
 * @throws StartupError listing every error.
 */
export const readEnv = (given: Source): Env => {
  const errors: string[] = [];
  const source = readSecretFiles(given, errors);
  const found = Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => {
      const value = source[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const parsed = settings.safeParse(found);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = String(path[0]);
    errors.push(
      `${name} ${message}, not ${SECRETS.includes(name) ? 'the given value' : JSON.stringify(found[name])}`,
    );
  }
  // An incomplete bucket would only fail at the first upload, and a mail without a link from elsewhere would be useless.
  if (S3_SETTINGS.some((name) => found[name]))
    for (const name of S3_SETTINGS)
      if (!found[name]) errors.push(`${name} must be set, as the other S3_ settings are`);
  if (parsed.data?.CANDLE_SOURCES?.includes('oanda') && !found.OANDA_TOKEN)
    errors.push('OANDA_TOKEN must be set, as CANDLE_SOURCES has oanda');
  if (found.SMTP_URL || found.MAIL_FROM)
    for (const name of MAIL_SETTINGS)
      if (!found[name]) errors.push(`${name} must be set, as ${MAIL_SETTINGS.join(', ')} belong together`);
  if (errors.length > 0 || !parsed.data) throw new StartupError(`Invalid settings: ${errors.join('; ')}.`);
  return toEnv(parsed.data);
};

const toEnv = (read: z.output<typeof settings>) => ({
  host: read.HOST,
  /** 0 lets the system choose a free port. */
  port: read.PORT,
  /** Absolute. A relative DATA_DIR is relative to the checkout, not to the working directory. */
  dataDir: resolve(ROOT, read.DATA_DIR),
  /** If undefined, the embedded PostgreSQL under dataDir is used. */
  databaseUrl: read.DATABASE_URL,
  /** Size of this process's connection pool; the feed has its own connection. */
  databaseConnections: read.DATABASE_CONNECTIONS,
  demo: read.DEMO,
  brand: read.BRAND,
  /** The external messaging group of SPEC §1; https. */
  messagingUrl: read.MESSAGING_URL,
  /** Where people open the web app, such as https://chartlark.example.org; undefined on a machine of one's own. */
  baseUrl: read.BASE_URL,
  /** Mail server and sender; without them an operator passes links on. */
  mail: read.SMTP_URL && read.MAIL_FROM ? { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM } : undefined,
  /** Whether educators must have a second factor to sign in. */
  educatorSecondFactor: read.EDUCATOR_SECOND_FACTOR,
  /** Path of the educator login; starts with a slash. */
  staffPath: read.STAFF_PATH,
  /** Fastify's trustProxy: number of proxies in front, or their addresses; false trusts the socket address only. */
  trustProxy: read.TRUST_PROXY,
  logLevel: read.LOG_LEVEL,
  /** Origins of separately hosted web apps, such as https://app.example.org. */
  webOrigins: read.WEB_ORIGINS,
  /** Whether HSTS covers subdomains too. */
  hstsSubdomains: read.HSTS_SUBDOMAINS === 'on',
  /** Off only for load tests. */
  rateLimits: read.RATE_LIMITS,
  /** Upload space per person. */
  uploadQuotaBytes: read.UPLOAD_QUOTA_GB * GIGABYTE,
  /** How long the sign-in log is kept. */
  authLogDays: read.AUTH_LOG_DAYS,
  /** Bearer token of the Prometheus server; without it there is no /metrics. */
  metricsToken: read.METRICS_TOKEN,
  /**
   * mailto: or https: address at which operators of push services can reach ours (RFC 8292). By default the messaging
   * group: someone there knows who runs the deployment.
   */
  pushContact: read.PUSH_CONTACT ?? read.MESSAGING_URL,
  /** Where prices come from, in this order; if undefined, made-up ones with the demo. */
  candles: {
    sources: read.CANDLE_SOURCES,
    krakenUrl: read.KRAKEN_URL,
    coinbaseUrl: read.COINBASE_URL,
    binanceUrl: read.BINANCE_URL,
    oandaUrl: read.OANDA_URL,
    oandaToken: read.OANDA_TOKEN ?? '',
    /** Off where a source's terms allow results but not its prices. */
    isDisplayed: read.PRICE_DISPLAY === 'on',
  },
  /** Posts in messaging groups. */
  outward: {
    /** Encrypts the secrets of destinations; without it nothing is posted. */
    key: read.OUTWARD_KEY ? Buffer.from(read.OUTWARD_KEY, 'base64') : undefined,
    telegramUrl: read.TELEGRAM_URL,
  },
  /** Whether a new idea must say what its educator holds. */
  disclosure: read.DISCLOSURE,
  /** Whether educators may publish their track record for everyone. */
  publicRecords: read.PUBLIC_RECORDS === 'on',
  /** Whether the API's description is served. */
  apiDocs: read.API_DOCS === 'on',
  /** A folder under dataDir if undefined. */
  s3:
    read.S3_ENDPOINT && read.S3_BUCKET && read.S3_ACCESS_KEY_ID && read.S3_SECRET_ACCESS_KEY
      ? {
          endpoint: read.S3_ENDPOINT.replace(/\/+$/, ''),
          bucket: read.S3_BUCKET,
          region: read.S3_REGION,
          accessKeyId: read.S3_ACCESS_KEY_ID,
          secretAccessKey: read.S3_SECRET_ACCESS_KEY,
        }
      : undefined,
});

/** Adds the secrets that are given as files, like METRICS_TOKEN_FILE: container secrets don't show in the environment. */
const readSecretFiles = (source: Source, errors: string[]): Source => {
  const secrets: Record<string, string> = {};
  for (const name of SECRETS) {
    const path = source[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (source[name]?.trim()) errors.push(`${name} and ${name}_FILE are both set`);
    try {
      secrets[name] = readFileSync(path, 'utf8');
    } catch (error) {
      errors.push(`${name}_FILE can't be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return { ...source, ...secrets };
};
