import { describe, expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { demoPolicy, isForeignHost, listCandleSources, secondFactorAdvice } from './exposure.ts';

describe('demoPolicy', () => {
  const databaseUrl = 'postgres://lark@db/lark';

  test.each([
    ['loads the demo by default on this machine', {}, true],
    ['loads the demo by default on any loopback address', { HOST: '::1' }, true],
    ['does not load the demo with DEMO=off', { DEMO: 'off' }, false],
    ['does not load the demo into an external database', { DATABASE_URL: databaseUrl }, false],
    [
      'loads the demo into an external database with DEMO=on',
      { DATABASE_URL: databaseUrl, DEMO: 'on' },
      true,
    ],
    ['does not load the demo on a reachable address', { HOST: '0.0.0.0' }, false],
    ['does not load the demo behind a proxy', { TRUST_PROXY: '1' }, false],
    ['does not load the demo under a public address', { BASE_URL: 'https://app.example.org' }, false],
    ['loads the demo under an address of this machine', { BASE_URL: 'http://localhost:3000' }, true],
    ['does not load the demo for another web app', { WEB_ORIGINS: 'https://app.example.org' }, false],
    ['does not load the demo where metrics are read', { METRICS_TOKEN: 'x'.repeat(16) }, false],
    ['loads the demo behind a proxy with DEMO=on', { TRUST_PROXY: '1', DEMO: 'on' }, true],
    ['loads the demo on a reachable address with DEMO=on', { HOST: '0.0.0.0', DEMO: 'on' }, true],
  ])('%s', (_sentence, source, seed) => {
    expect(demoPolicy(readEnv(source)).seed).toBe(seed);
  });

  test('allows the public demo logins where nobody else can reach them, or with DEMO=on', () => {
    expect(demoPolicy(readEnv({})).allowSignIn).toBe(true);
    expect(demoPolicy(readEnv({ TRUST_PROXY: '1' })).allowSignIn).toBe(false);
    expect(demoPolicy(readEnv({ BASE_URL: 'https://app.example.org' })).allowSignIn).toBe(false);
    expect(demoPolicy(readEnv({ TRUST_PROXY: '1', DEMO: 'on' })).allowSignIn).toBe(true);
  });

  test('warns about the demo on a reachable address only', () => {
    expect(demoPolicy(readEnv({ HOST: '0.0.0.0', DEMO: 'on' })).warning).toContain('public passwords');
    expect(demoPolicy(readEnv({ TRUST_PROXY: '1', DEMO: 'on' })).warning).toContain('TRUST_PROXY');
    expect(demoPolicy(readEnv({})).warning).toBeUndefined();
  });
});

test('advises a second factor where others can reach the educator login', () => {
  expect(secondFactorAdvice(readEnv({}))).toBeUndefined();
  expect(secondFactorAdvice(readEnv({ HOST: '0.0.0.0' }))).toContain('EDUCATOR_SECOND_FACTOR=required');
  const strict = readEnv({ HOST: '0.0.0.0', EDUCATOR_SECOND_FACTOR: 'required' });
  expect(secondFactorAdvice(strict)).toBeUndefined();
});

test.each([
  ['localhost', {}, false],
  ['127.0.0.1', {}, false],
  ['[::1]', {}, false],
  ['chart.localhost', {}, false],
  ['rebound.example', {}, true],
  ['localhost.rebound.example', {}, true],
  ['', {}, true],
  ['app.example.org', { BASE_URL: 'https://app.example.org' }, false],
  ['rebound.example', { BASE_URL: 'https://app.example.org' }, true],
  ['rebound.example', { METRICS_TOKEN: 'x'.repeat(16) }, true],
  ['whatever.example', { HOST: '0.0.0.0' }, false],
  ['whatever.example', { WEB_ORIGINS: 'https://app.example.org' }, false],
  ['whatever.example', { TRUST_PROXY: '1' }, false],
])('tells whether the host name %j is foreign with %o', (hostname, source, isForeign) => {
  expect(isForeignHost(readEnv(source), hostname)).toBe(isForeign);
});

test.each([
  [{}, ['demo']],
  [{ DEMO: 'off' }, []],
  [{ CANDLE_SOURCES: 'off' }, []],
  [{ DEMO: 'off', CANDLE_SOURCES: 'kraken,demo' }, ['kraken', 'demo']],
])('reads prices from the sources that are set, or made-up ones with the demo: %o', (source, sources) => {
  expect(listCandleSources(readEnv(source))).toEqual(sources);
});
