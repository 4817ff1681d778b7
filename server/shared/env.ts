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
const S3_SETTINGS = ['s3Endpoint', 's3Bucket', 's3AccessKeyId', 's3SecretAccessKey'];
/** Sources of prices; the demo's are made up. */
const candleSources = ['demo', 'kraken', 'coinbase', 'binance', 'oanda'] as const;
const MAIL_SETTINGS = ['smtpUrl', 'mailFrom', 'baseUrl'];

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
const isOn = onOff.transform((text) => text === 'on');

/** Their names in the environment are those of `toName`. */
const settings = z.object({
  host: matching(/^[\w.:-]+$/, 'must be a host name or an address').default('127.0.0.1'),
  /** 0 lets the system choose a free port. */
  port: wholeNumber(0, 65_535, 'a port').default(3000),
  dataDir: z.string().default('data'),
  /** If undefined, the embedded PostgreSQL under dataDir is used. */
  databaseUrl: url(
    /^postgres(ql)?$/,
    'must be an address like postgres://user:password@host:5432/name',
  ).optional(),
  /** Size of this process's connection pool; the feed has its own connection. With fewer, one slow request would block all others. */
  databaseConnections: wholeNumber(8, 500, 'a number').default(20),
  demo: onOff.optional(),
  brand: z.string().max(40, 'must be at most 40 characters').default(BRAND),
  /** The external messaging group of SPEC §1; https. */
  messagingUrl: url(/^https$/, 'must be an https address').default('https://example.org/chartlark-group'),
  /** Path of the educator login; starts with a slash. */
  staffPath: matching(
    /^(?!\/(login|api|media|feeds|record|operator|customer|educator|assets)(\/|$))(\/[\w-]+)+$/,
    `must be a path like ${STAFF_PATH}`,
  ).default(STAFF_PATH),
  /** Fastify's trustProxy: number of proxies in front, or their addresses; false trusts the socket address only. */
  trustProxy: z
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
  logLevel: option(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Origins of separately hosted web apps, such as https://app.example.org. */
  webOrigins: z
    .string()
    .transform(list)
    .refine(
      (origins) => origins.every(isOrigin),
      'must be origins like https://app.example.org, without a path, separated by commas',
    )
    .default([]),
  /** Whether HSTS covers subdomains too. */
  hstsSubdomains: isOn.default(false),
  /** Off only for load tests. */
  rateLimits: onOff.default('on'),
  uploadQuotaGb: wholeNumber(1, 100_000, 'a number of gigabytes').default(20),
  /** How long the sign-in log is kept. */
  authLogDays: wholeNumber(1, 3650, 'a number of days').default(90),
  /** Bearer token of the Prometheus server; without it there is no /metrics. */
  metricsToken: matching(
    /^[\x21-\x7e]{16,200}$/,
    'must be 16 to 200 visible characters without spaces',
  ).optional(),
  // Apple rejects every push without one of the two.
  pushContact: z
    .union([z.string().regex(/^mailto:[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/), url(/^https$/, '')], {
      error: 'must be an address like mailto:operator@example.org or https://example.org/contact',
    })
    .optional(),
  /** Where prices come from, in this order; if undefined, made-up ones with the demo. */
  candleSources: z
    .string()
    .toLowerCase()
    .transform((text) => (text === 'off' ? [] : list(text)))
    .pipe(
      z.array(
        z.enum(candleSources, `must be off, or some of ${candleSources.join(', ')}, separated by commas`),
      ),
    )
    .optional(),
  krakenUrl: url(/^https?$/, 'must be an address like https://api.kraken.com').default(
    'https://api.kraken.com',
  ),
  coinbaseUrl: url(/^https?$/, 'must be an address like https://api.exchange.coinbase.com').default(
    'https://api.exchange.coinbase.com',
  ),
  binanceUrl: url(/^https?$/, 'must be an address like https://data-api.binance.vision').default(
    'https://data-api.binance.vision',
  ),
  oandaUrl: url(/^https?$/, 'must be an address like https://api-fxtrade.oanda.com').default(
    'https://api-fxpractice.oanda.com',
  ),
  oandaToken: matching(/^[\x21-\x7e]{16,200}$/, 'must be the token of an account').default(''),
  /** Off where a source's terms allow results but not its prices. */
  priceDisplay: isOn.default(true),
  /** Whether educators may publish their track record for everyone. */
  publicRecords: isOn.default(false),
  /** Encrypts the secrets of destinations; without it nothing is posted in messaging groups. */
  outwardKey: matching(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64')
    .transform((text) => Buffer.from(text, 'base64'))
    .optional(),
  telegramUrl: url(/^https?$/, 'must be an address like https://api.telegram.org').default(
    'https://api.telegram.org',
  ),
  /** Whether the API's description is served. */
  apiDocs: isOn.default(true),
  /** Whether a new idea must say what its educator holds. */
  disclosure: option(disclosureRules).default('optional'),
  /** Whether educators must have a second factor to sign in. */
  educatorSecondFactor: option(secondFactorRules).default('optional'),
  /** Where people open the web app, such as https://chartlark.example.org; undefined on a machine of one's own. */
  baseUrl: z
    .string()
    .refine(isOrigin, 'must be an origin like https://chartlark.example.org, without a path')
    .optional(),
  smtpUrl: url(/^smtps?$/, 'must be an address like smtps://user:password@mail.example.org').optional(),
  mailFrom: matching(
    /^([^<>"\r\n]+ <[^\s@<>"]+@[^\s@<>"]+>|[^\s@<>"]+@[^\s@<>"]+)$/,
    'must be a sender like Chartlark <hello@example.org>',
  ).optional(),
  s3Endpoint: url(/^https?$/, 'must be an address like https://s3.example.org').optional(),
  s3Bucket: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket').optional(),
  s3AccessKeyId: z.string().optional(),
  s3SecretAccessKey: z.string().optional(),
  // The default of S3-compatible services without regions.
  s3Region: z.string().default('us-east-1'),
});

/** The validated settings of one process. Nothing else in server/ reads the environment. */
export type Env = ReturnType<typeof toEnv>;
/** S3-compatible bucket for uploads. */
export type S3Settings = NonNullable<Env['s3']>;

type Source = Readonly<Record<string, string | undefined>>;

/** The variable of a setting: DATABASE_URL of databaseUrl. */
const toName = (setting: string): string => setting.replace(/[A-Z]/g, '_$&').toUpperCase();

/**
 * Reads and validates the environment. Empty counts as unset, because compose files pass unset variables as empty strings.
 * @throws StartupError listing every error.
 */
export const readEnv = (given: Source): Env => {
  const errors: string[] = [];
  const source = readSecretFiles(given, errors);
  const found = Object.fromEntries(
    Object.keys(settings.shape).map((setting) => [setting, source[toName(setting)]?.trim() || undefined]),
  );
  const parsed = settings.safeParse(found);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const setting = String(path[0]);
    const name = toName(setting);
    errors.push(
      `${name} ${message}, not ${SECRETS.includes(name) ? 'the given value' : JSON.stringify(found[setting])}`,
    );
  }
  // An incomplete bucket would only fail at the first upload, and a mail without a link from elsewhere would be useless.
  if (S3_SETTINGS.some((setting) => found[setting]))
    for (const setting of S3_SETTINGS)
      if (!found[setting]) errors.push(`${toName(setting)} must be set, as the other S3_ settings are`);
  if (parsed.data?.candleSources?.includes('oanda') && !found.oandaToken)
    errors.push('OANDA_TOKEN must be set, as CANDLE_SOURCES has oanda');
  if (found.smtpUrl || found.mailFrom)
    for (const setting of MAIL_SETTINGS)
      if (!found[setting])
        errors.push(
          `${toName(setting)} must be set, as ${MAIL_SETTINGS.map(toName).join(', ')} belong together`,
        );
  if (errors.length > 0 || !parsed.data) throw new StartupError(`Invalid settings: ${errors.join('; ')}.`);
  return toEnv(parsed.data);
};

const toEnv = ({
  uploadQuotaGb,
  outwardKey,
  telegramUrl,
  smtpUrl,
  mailFrom,
  s3Endpoint,
  s3Bucket,
  s3AccessKeyId,
  s3SecretAccessKey,
  s3Region,
  ...read
}: z.output<typeof settings>) => ({
  ...read,
  /** Absolute. A relative DATA_DIR is relative to the checkout, not to the working directory. */
  dataDir: resolve(ROOT, read.dataDir),
  /** Upload space per person. */
  uploadQuotaBytes: uploadQuotaGb * GIGABYTE,
  /**
   * mailto: or https: address at which operators of push services can reach ours (RFC 8292). By default the messaging
   * group: someone there knows who runs the deployment.
   */
  pushContact: read.pushContact ?? read.messagingUrl,
  /** Posts in messaging groups. */
  outward: { key: outwardKey, telegramUrl },
  /** Mail server and sender; without them an operator passes links on. */
  mail: smtpUrl && mailFrom ? { smtpUrl, from: mailFrom } : undefined,
  /** A folder under dataDir if undefined. */
  s3:
    s3Endpoint && s3Bucket && s3AccessKeyId && s3SecretAccessKey
      ? {
          endpoint: s3Endpoint.replace(/\/+$/, ''),
          bucket: s3Bucket,
          region: s3Region,
          accessKeyId: s3AccessKeyId,
          secretAccessKey: s3SecretAccessKey,
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
