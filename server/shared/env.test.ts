import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnv } from './env.ts';

const readErrors = (source: Record<string, string>): string => {
  try {
    readEnv(source);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('readEnv', () => {
  test('has defaults that start a demo on this machine', () => {
    expect(readEnv({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: expect.stringMatching(/^\/.*\/data$/),
      databaseUrl: undefined,
      databaseConnections: 20,
      authLogDays: 90,
      demo: undefined,
      brand: 'Chartlark',
      messagingUrl: 'https://example.org/chartlark-group',
      staffPath: '/chartlark-staff',
      trustProxy: false,
      logLevel: 'info',
      pushContact: 'https://example.org/chartlark-group',
    });
  });

  test('reads the settings from the environment', () => {
    const source = {
      HOST: '0.0.0.0',
      PORT: '0',
      DATA_DIR: '/srv/lark',
      DEMO: 'off',
      BRAND: 'Lark',
      LOG_LEVEL: 'debug',
    };
    expect(readEnv(source)).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      dataDir: '/srv/lark',
      demo: 'off',
      brand: 'Lark',
      logLevel: 'debug',
    });
  });

  test('limits the number of database connections', () => {
    expect(readEnv({ DATABASE_CONNECTIONS: '8' }).databaseConnections).toBe(8);
    for (const value of ['7', '501', 'many', '-5', '1e2'])
      expect(readErrors({ DATABASE_CONNECTIONS: value })).toContain(
        'DATABASE_CONNECTIONS must be a number from 8 to 500',
      );
  });

  test('takes a mailto: or https: push contact, by default the messaging group', () => {
    expect(readEnv({ MESSAGING_URL: 'https://chat.example.org/lark' }).pushContact).toBe(
      'https://chat.example.org/lark',
    );
    for (const contact of ['mailto:ops@example.org', 'https://example.org/contact'])
      expect(readEnv({ PUSH_CONTACT: contact }).pushContact).toBe(contact);
    for (const contact of [
      'ops@example.org',
      'mailto:',
      'mailto:ops@localhost',
      'http://example.org',
      'mailto:a b@c.de',
    ])
      expect(readErrors({ PUSH_CONTACT: contact })).toContain('PUSH_CONTACT must be');
  });

  test('asks for disclosures, and requires them on request', () => {
    expect(readEnv({}).disclosure).toBe('optional');
    expect(readEnv({ DISCLOSURE: 'optional' }).disclosure).toBe('optional');
    expect(readEnv({ DISCLOSURE: 'Required' }).disclosure).toBe('required');
    expect(readErrors({ DISCLOSURE: 'on' })).toContain('DISCLOSURE must be optional or required, not "on"');
  });

  test('describes the API unless that is switched off', () => {
    expect(readEnv({}).apiDocs).toBe(true);
    expect(readEnv({ API_DOCS: 'off' }).apiDocs).toBe(false);
    expect(readErrors({ API_DOCS: 'none' })).toContain('API_DOCS must be on or off, not "none"');
  });

  test('shows prices unless that is switched off', () => {
    expect(readEnv({}).priceDisplay).toBe(true);
    expect(readEnv({ PRICE_DISPLAY: 'off' }).priceDisplay).toBe(false);
    expect(readErrors({ PRICE_DISPLAY: 'hidden' })).toContain('PRICE_DISPLAY must be on or off');
  });

  test('lets educators publish their track record only where the operator allows it', () => {
    expect(readEnv({}).publicRecords).toBe(false);
    expect(readEnv({ PUBLIC_RECORDS: 'on' }).publicRecords).toBe(true);
    expect(readErrors({ PUBLIC_RECORDS: 'yes' })).toContain('PUBLIC_RECORDS must be on or off, not "yes"');
  });

  test('needs mail server, sender and base address together', () => {
    const mail = {
      SMTP_URL: 'smtps://lark:secret@mail.example.org',
      MAIL_FROM: 'Chartlark <hello@example.org>',
      BASE_URL: 'https://chartlark.example.org',
    };
    expect(readEnv({}).mail).toBeUndefined();
    expect(readEnv(mail)).toMatchObject({
      mail: { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM },
      baseUrl: mail.BASE_URL,
    });
    for (const name of Object.keys(mail).slice(0, 2))
      expect(readErrors({ ...mail, [name]: '' })).toContain(`${name} must be set`);
    expect(readErrors({ ...mail, BASE_URL: '' })).toContain('BASE_URL must be set');
    expect(readErrors({ ...mail, BASE_URL: 'https://chartlark.example.org/app' })).toContain(
      'BASE_URL must be an origin',
    );
    const wrong = readErrors({ ...mail, SMTP_URL: 'https://lark:secret@mail.example.org' });
    expect(wrong).toContain('SMTP_URL must be an address');
    expect(wrong).not.toContain('secret');
    for (const from of ['hello', 'Chartlark\nBcc: all@example.org <hello@example.org>', '<hello@example.org'])
      expect(readErrors({ ...mail, MAIL_FROM: from }), from).toContain('MAIL_FROM must be a sender');
    expect(readEnv({ ...mail, MAIL_FROM: 'hello@example.org' }).mail?.from).toBe('hello@example.org');
  });

  test('asks educators for a second factor on request', () => {
    expect(readEnv({}).educatorSecondFactor).toBe('optional');
    expect(readEnv({ EDUCATOR_SECOND_FACTOR: 'required' }).educatorSecondFactor).toBe('required');
    expect(readErrors({ EDUCATOR_SECOND_FACTOR: 'yes' })).toContain(
      'EDUCATOR_SECOND_FACTOR must be optional',
    );
  });

  test('treats empty values as unset', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toEqual(readEnv({}));
  });

  test('reports all errors at once', () => {
    const errors = readErrors({
      HOST: 'a b',
      PORT: '70000',
      DATABASE_URL: 'mysql://root:secret@db/x',
      DEMO: 'maybe',
      MESSAGING_URL: 'http://example.org',
      STAFF_PATH: 'staff',
      TRUST_PROXY: 'on',
      LOG_LEVEL: 'loud',
    });
    for (const name of [
      'HOST',
      'PORT',
      'DATABASE_URL',
      'DEMO',
      'MESSAGING_URL',
      'STAFF_PATH',
      'TRUST_PROXY',
      'LOG_LEVEL',
    ])
      expect(errors).toContain(`${name} must be`);
    expect(errors.split('\n')).toHaveLength(1);
  });

  test('never repeats the password of DATABASE_URL', () => {
    expect(readErrors({ DATABASE_URL: 'mysql://root:secret@db/x' })).not.toContain('secret');
  });

  test('reads secrets from files, and rejects a missing file or a secret given twice', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chartlark-secrets-'));
    const path = join(folder, 'token');
    writeFileSync(path, 'sixteen-letters!\n');
    expect(readEnv({ METRICS_TOKEN_FILE: path }).metricsToken).toBe('sixteen-letters!');
    expect(readErrors({ METRICS_TOKEN_FILE: join(folder, 'none') })).toContain(
      "METRICS_TOKEN_FILE can't be read (ENOENT)",
    );
    expect(readErrors({ METRICS_TOKEN_FILE: path, METRICS_TOKEN: 'sixteen-letters!' })).toContain(
      'METRICS_TOKEN and METRICS_TOKEN_FILE are both set',
    );
    rmSync(folder, { recursive: true });
  });

  test('requires a long enough METRICS_TOKEN and never repeats an invalid one', () => {
    expect(readEnv({}).metricsToken).toBeUndefined();
    expect(readEnv({ METRICS_TOKEN: 'sixteen-letters!' }).metricsToken).toBe('sixteen-letters!');
    for (const token of ['short-secret', 'a secret with spaces in it', 'sécret-sécret-sécret']) {
      const errors = readErrors({ METRICS_TOKEN: token });
      expect(errors).toContain('METRICS_TOKEN must be');
      expect(errors).not.toContain(token);
    }
  });

  test.each([
    ['https://app.example.org', ['https://app.example.org']],
    ['https://a.example:8443, http://localhost:5173', ['https://a.example:8443', 'http://localhost:5173']],
  ])('reads WEB_ORIGINS=%s', (value, expected) => {
    expect(readEnv({ WEB_ORIGINS: value }).webOrigins).toEqual(expected);
  });

  test.each([
    '*',
    'https://*.example.org',
    'https://app.example.org/',
    'https://App.example.org',
    'app.example.org',
    'null',
    'https://app.example.org:443',
    'https://a.example,',
  ])('rejects WEB_ORIGINS=%s', (value) => {
    expect(readErrors({ WEB_ORIGINS: value })).toContain('WEB_ORIGINS must be');
  });

  test.each([
    ['off', false],
    ['0', false],
    ['1', 1],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ])('reads TRUST_PROXY=%s', (value, expected) => {
    expect(readEnv({ TRUST_PROXY: value }).trustProxy).toEqual(expected);
  });

  test.each(['on', 'true', '10.0.0.0/33', '10.0.0.1,', 'proxy.internal', '-1'])(
    'rejects TRUST_PROXY=%s',
    (value) => {
      expect(readErrors({ TRUST_PROXY: value })).toContain('TRUST_PROXY must be');
    },
  );

  test.each([
    '/',
    'staff',
    '/login',
    '/api/staff',
    '/customer',
    '/record/staff',
    '/operator',
    '/staff/',
    '/st aff',
  ])('rejects STAFF_PATH=%s', (value) => {
    expect(readErrors({ STAFF_PATH: value })).toContain('STAFF_PATH must be');
  });
});

describe('the S3 settings', () => {
  const bucket = {
    S3_ENDPOINT: 'https://s3.example.org/',
    S3_BUCKET: 'lark-media',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'a secret',
  };

  test('reads the S3 settings when all are set, with a default region', () => {
    expect(readEnv({}).s3).toBeUndefined();
    expect(readEnv(bucket).s3).toEqual({
      endpoint: 'https://s3.example.org',
      bucket: 'lark-media',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'a secret',
    });
    expect(readEnv({ ...bucket, S3_REGION: 'auto' }).s3?.region).toBe('auto');
  });

  test.each(Object.keys(bucket))('rejects the S3 settings without %s', (name) => {
    const errors = readErrors({ ...bucket, [name]: '' });
    expect(errors).toContain(`${name} must be set`);
    expect(errors).not.toContain('a secret');
  });

  test.each([
    ['S3_ENDPOINT', 's3.example.org'],
    ['S3_ENDPOINT', 'ftp://s3.example.org'],
    ['S3_BUCKET', 'a/b'],
  ])('rejects the S3 setting %s=%s', (name, value) => {
    expect(readErrors({ ...bucket, [name]: value })).toContain(`${name} must be`);
  });
});
