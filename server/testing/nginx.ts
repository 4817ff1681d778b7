import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../database/embedded/running-server.ts';

const template = new URL('../../deploy/nginx.conf.template', import.meta.url);
const tlsExample = new URL('../../deploy/tls.conf.example', import.meta.url);
const program = ['nginx', '/usr/sbin/nginx'].find((path) => {
  try {
    execFileSync(path, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

/** Tests that need nginx are skipped then and say so in their title. */
export const nginxIsMissing = program === undefined;

export type Nginx = { readonly url: string; readonly tlsUrl: string; close(): Promise<void> };

const certificate = (folder: string) =>
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
      .concat(['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'])
      .concat(['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]),
    { stdio: 'ignore' },
  );

/** The deployed TLS settings with another port and certificate. */
const createTlsConfig = async (folder: string, port: number): Promise<string> =>
  (await readFile(tlsExample, 'utf8'))
    .replace('listen 8443', `listen 127.0.0.1:${port}`)
    .replace('/etc/nginx/tls/fullchain.pem', join(folder, 'cert.pem'))
    .replace('/etc/nginx/tls/privkey.pem', join(folder, 'key.pem'));

/** nginx with the deployed configuration in front of two processes; with TLS and HTTP/2 it redirects plain HTTP. */
export const startNginx = async (apps: readonly [string, string], { tls = false } = {}): Promise<Nginx> => {
  const folder = await mkdtemp(join(tmpdir(), 'chartlark-nginx-'));
  // Its workers run as another user if we are root.
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'temp'));
  const [port, tlsPort] = [await findFreePort(), await findFreePort()];
  if (tls) {
    certificate(folder);
    await writeFile(join(folder, 'tls.conf'), await createTlsConfig(folder, tlsPort));
  }
  const values: Record<string, string> = {
    APP_1: new URL(apps[0]).host,
    APP_2: new URL(apps[1]).host,
    LISTEN: `127.0.0.1:${port}`,
    TLS: `${folder}/tls*.conf`,
    TEMP: `${folder}/temp`,
    HSTS_SUBDOMAINS: tls ? 'on' : '',
  };
  const config = (await readFile(template, 'utf8')).replace(
    /\$\{(\w+)\}/g,
    (whole, name) => values[name] ?? whole,
  );
  await writeFile(join(folder, 'nginx.conf'), config);
  const settings = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;`;
  const child = spawn(program ?? 'nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', settings]);
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const url = `http://127.0.0.1:${port}`;
  const isListening = () => fetch(`${url}/healthz`, { redirect: 'manual' }).then(Boolean, () => false);
  for (let tries = 0; !(await isListening()); tries++) {
    if (tries === 100 || child.exitCode !== null) throw new Error(`nginx did not start: ${said}`);
    await sleep(20);
  }
  return {
    url,
    tlsUrl: `https://127.0.0.1:${tlsPort}`,
    close: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
};
