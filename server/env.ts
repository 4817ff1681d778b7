import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BRAND, STAFF_PATH } from '../contract/brand.ts';
import { disclosureRules } from '../contract/config.ts';
import { secondFactorRules } from '../contract/second-factor.ts';
import { StartupError } from './startup-error.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** With fewer connections, one slow request would block all others. */
const MIN_CONNECTIONS = 8;
const MAX_CONNECTIONS = 500;
const GIGABYTE = 1024 ** 3;

/** The validated settings of one process. Nothing else in server/ reads the environment. */
export type Env = {
  readonly host: string;
  /** 0 lets the system choose a free port. */
  readonly port: number;
  /** Absolute. A relative DATA_DIR is relative to the checkout, not to the working directory. */
  readonly dataDir: string;
  /** If undefined, the embedded PostgreSQL under dataDir is used. */
  readonly databaseUrl: string | undefined;
  /** Size of this process's connection pool; the feed has its own connection. */
  readonly databaseConnections: number;
  readonly demo: 'on' | 'off' | undefined;
  readonly brand: string;
  /** The external messaging group of SPEC §1; https. */
  readonly messagingUrl: string;
  /** Where people open the web app, such as https://chartlark.example.org; undefined on a machine of one's own. */
  readonly baseUrl: string | undefined;
  /** Mail server and sender; without them an operator passes links on. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  /** Whether educators must have a second factor to sign in. */
  readonly educatorSecondFactor: (typeof secondFactorRules)[number];
  /** Path of the educator login; starts with a slash. */
  readonly staffPath: string;
  /** Fastify's trustProxy: number of proxies in front, or their addresses; false trusts the socket address only. */
  readonly trustProxy: false | number | string[];
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Origins of separately hosted web apps, such as https://app.example.org. */
  readonly webOrigins: readonly string[];
  /** Whether HSTS covers subdomains too. */
  readonly hstsSubdomains: boolean;
  /** Off only for load tests. */
  readonly rateLimits: 'on' | 'off';
  /** Upload space per person. */
  readonly uploadQuotaBytes: number;
  /** How long the sign-in log is kept. */
  readonly authLogDays: number;
  /** Bearer token of the Prometheus server; without it there is no /metrics. */
  readonly metricsToken: string | undefined;
  /** mailto: or https: address at which operators of push services can reach ours (RFC 8292). */
  readonly pushContact: string;
  /** Whether a new idea must say what its educator holds. */
  readonly disclosure: (typeof disclosureRules)[number];
  /** S3-compatible bucket for uploads; a folder under dataDir if undefined. */
  readonly s3: S3Settings | undefined;
};

export type S3Settings = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

type Source = Readonly<Record<string, string | undefined>>;

/**
 * Reads and validates the environment.
 * @throws StartupError listing every error.
 */
export const readEnv = (given: Source): Env => {
  const errors: string[] = [];
  const source = readSecretFiles(given, errors);

  /** Empty counts as unset, because compose files pass unset variables as empty strings. */
  const read = <T>(
    name: string,
    missing: T,
    parse: (value: string) => T | undefined,
    expected: string,
  ): T => {
    const value = source[name]?.trim();
    if (value === undefined || value === '') return missing;
    const parsed = parse(value);
    if (parsed !== undefined) return parsed;
    errors.push(`${name} ${expected}, not ${formatValue(name, value)}`);
    return missing;
  };

  const messagingUrl = read(
    'MESSAGING_URL',
    'https://example.org/chartlark-group',
    (value) => parseUrl(value, ['https:']),
    'must be an https address',
  );
  const env: Env = {
    host: read(
      'HOST',
      '127.0.0.1',
      (value) => (/^[\w.:-]+$/.test(value) ? value : undefined),
      'must be a host name or an address',
    ),
    port: read('PORT', 3000, (value) => wholeNumber(value, 65_535), 'must be a port, 0 to 65535'),
    dataDir: resolve(
      ROOT,
      read('DATA_DIR', 'data', (value) => value, 'must be a folder'),
    ),
    databaseUrl: read<string | undefined>(
      'DATABASE_URL',
      undefined,
      (value) => parseUrl(value, ['postgres:', 'postgresql:']),
      'must be an address like postgres://user:password@host:5432/name',
    ),
    databaseConnections: read(
      'DATABASE_CONNECTIONS',
      20,
      (value) => atLeast(MIN_CONNECTIONS, wholeNumber(value, MAX_CONNECTIONS)),
      `must be a number from ${MIN_CONNECTIONS} to ${MAX_CONNECTIONS}`,
    ),
    demo: read<Env['demo']>(
      'DEMO',
      undefined,
      (value) => parseOption(['on', 'off'] as const, value),
      'must be on or off',
    ),
    brand: read(
      'BRAND',
      BRAND,
      (value) => (value.length <= 40 ? value : undefined),
      'must be at most 40 characters',
    ),
    messagingUrl,
    staffPath: read('STAFF_PATH', STAFF_PATH, parseStaffPath, `must be a path like ${STAFF_PATH}`),
    trustProxy: read<Env['trustProxy']>(
      'TRUST_PROXY',
      false,
      parseTrustProxy,
      'must be off, the number of proxies in front, or their addresses separated by commas',
    ),
    logLevel: read(
      'LOG_LEVEL',
      'info',
      (value) => parseOption(LOG_LEVELS, value),
      `must be one of ${LOG_LEVELS.join(', ')}`,
    ),
    webOrigins: read<readonly string[]>(
      'WEB_ORIGINS',
      [],
      parseWebOrigins,
      'must be origins like https://app.example.org, without a path, separated by commas',
    ),
    hstsSubdomains: read(
      'HSTS_SUBDOMAINS',
      false,
      (value) => ({ on: true, off: false })[value.toLowerCase()],
      'must be on or off',
    ),
    rateLimits: read<Env['rateLimits']>(
      'RATE_LIMITS',
      'on',
      (value) => parseOption(['on', 'off'] as const, value),
      'must be on or off',
    ),
    uploadQuotaBytes: read(
      'UPLOAD_QUOTA_GB',
      20 * GIGABYTE,
      (value) => toBytes(atLeast(1, wholeNumber(value, 100_000))),
      'must be a number of gigabytes from 1 to 100000',
    ),
    authLogDays: read(
      'AUTH_LOG_DAYS',
      90,
      (value) => atLeast(1, wholeNumber(value, 3650)),
      'must be a number of days from 1 to 3650',
    ),
    metricsToken: read<string | undefined>(
      'METRICS_TOKEN',
      undefined,
      (value) => (/^[\x21-\x7e]{16,200}$/.test(value) ? value : undefined),
      'must be 16 to 200 visible characters without spaces',
    ),
    pushContact: read(
      'PUSH_CONTACT',
      // The messaging group: someone there knows who runs the deployment.
      messagingUrl,
      parsePushContact,
      'must be an address like mailto:operator@example.org or https://example.org/contact',
    ),
    disclosure: read(
      'DISCLOSURE',
      'optional',
      (value) => parseOption(disclosureRules, value),
      'must be optional or required',
    ),
    baseUrl: read<string | undefined>(
      'BASE_URL',
      undefined,
      parseOrigin,
      'must be an origin like https://chartlark.example.org, without a path',
    ),
    educatorSecondFactor: read(
      'EDUCATOR_SECOND_FACTOR',
      'optional',
      (value) => parseOption(secondFactorRules, value),
      'must be optional or required',
    ),
    mail: readMail(source, errors),
    s3: readS3(source, errors),
  };

  if (errors.length > 0) throw new StartupError(`Invalid settings: ${errors.join('; ')}.`);
  return env;
};

const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** All or none: an incomplete bucket would only fail at the first upload. */
const readS3 = (source: Source, errors: string[]): S3Settings | undefined => {
  const readSetting = (name: string) => source[name]?.trim() ?? '';
  const missing = S3_NAMES.filter((name) => readSetting(name) === '');
  if (missing.length === S3_NAMES.length) return undefined;
  errors.push(...missing.map((name) => `${name} must be set, as the other S3_ settings are`));
  const [endpoint = '', bucket = '', accessKeyId = '', secretAccessKey = ''] = S3_NAMES.map(readSetting);
  if (endpoint !== '' && parseUrl(endpoint, ['https:', 'http:']) === undefined)
    errors.push('S3_ENDPOINT must be an address like https://s3.example.org');
  if (bucket !== '' && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    errors.push(`S3_BUCKET must be the name of a bucket, not ${formatValue('S3_BUCKET', bucket)}`);
  // The default of S3-compatible services without regions.
  const region = readSetting('S3_REGION') || 'us-east-1';
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, accessKeyId, secretAccessKey };
};

/** A mail without a link that works from elsewhere would be useless, so all three belong together. */
const readMail = (source: Source, errors: string[]): Env['mail'] => {
  const smtpUrl = source.SMTP_URL?.trim() ?? '';
  const from = source.MAIL_FROM?.trim() ?? '';
  if (smtpUrl === '' && from === '') return undefined;
  for (const name of ['SMTP_URL', 'MAIL_FROM', 'BASE_URL'])
    if (!source[name]?.trim())
      errors.push(`${name} must be set, as SMTP_URL, MAIL_FROM and BASE_URL belong together`);
  if (smtpUrl !== '' && parseUrl(smtpUrl, ['smtp:', 'smtps:']) === undefined)
    errors.push('SMTP_URL must be an address like smtps://user:password@mail.example.org');
  const address = from.match(/^[^<>"\r\n]+ <([^<>]+)>$/)?.[1] ?? from;
  if (from !== '' && !/^[^\s@<>"]+@[^\s@<>"]+$/.test(address))
    errors.push(
      `MAIL_FROM must be a sender like Chartlark <hello@example.org>, not ${formatValue('MAIL_FROM', from)}`,
    );
  return { smtpUrl, from };
};

/** Secrets, and addresses that contain a password, are never repeated in a message. */
const SECRET_NAMES = [
  'DATABASE_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
];

/** Adds the secrets that are given as files, like METRICS_TOKEN_FILE: container secrets don't show in the environment. */
const readSecretFiles = (source: Source, errors: string[]): Source => {
  const secrets: Record<string, string> = {};
  for (const name of SECRET_NAMES) {
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

const formatValue = (name: string, value: string): string =>
  SECRET_NAMES.includes(name) ? 'the given value' : JSON.stringify(value);

const atLeast = (least: number, value: number | undefined): number | undefined =>
  value !== undefined && value >= least ? value : undefined;

const toBytes = (gigabytes: number | undefined): number | undefined =>
  gigabytes === undefined ? undefined : gigabytes * GIGABYTE;

const wholeNumber = (value: string, most: number): number | undefined => {
  return /^\d{1,6}$/.test(value) && Number(value) <= most ? Number(value) : undefined;
};

/** Apple rejects every push without a mailto: or https: contact. */
const parsePushContact = (value: string): string | undefined =>
  /^mailto:[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(value) ? value : parseUrl(value, ['https:']);

const parseOption = <T extends string>(allowed: readonly T[], value: string): T | undefined => {
  return allowed.find((one) => one === value.toLowerCase());
};

const parseUrl = (value: string, protocols: readonly string[]): string | undefined => {
  const url = URL.parse(value);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== '' ? value : undefined;
};

/** Origins as browsers send them: scheme, lower-case host, and the port unless it is the default. */
const parseWebOrigins = (value: string): string[] | undefined => {
  const origins = value.split(',').map((origin) => parseOrigin(origin.trim()));
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
};

const parseOrigin = (value: string): string | undefined =>
  /^https?:\/\/[\w.:[\]-]+$/.test(value) && URL.parse(value)?.origin === value ? value : undefined;

const parseStaffPath = (value: string): string | undefined => {
  const taken = /^\/(login|api|media|profile-images|customer|educator|assets)(\/|$)/;
  return /^(\/[\w-]+)+$/.test(value) && !taken.test(value) ? value : undefined;
};

const parseTrustProxy = (value: string): Env['trustProxy'] | undefined => {
  if (value.toLowerCase() === 'off') return false;
  const hops = wholeNumber(value, 20);
  if (hops !== undefined) return hops === 0 ? false : hops;
  const addresses = value.split(',').map((address) => address.trim());
  return addresses.every(isAddressRange) ? addresses : undefined;
};

const isAddressRange = (value: string): boolean => {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || wholeNumber(bits, version === 4 ? 32 : 128) !== undefined;
};
