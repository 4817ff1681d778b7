import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../server/database/embedded/running-server.ts';

/** Debian packages of the reference programs. */
const HOW_TO_INSTALL = 'apt-get install nginx libnginx-mod-nchan wrk postgresql-15';

/** Throws with instructions if a reference program is missing. */
export const requirePrograms = (...names: string[]): void => {
  for (const name of names) {
    try {
      execFileSync('sh', ['-c', `command -v ${name}`]);
    } catch {
      throw new Error(`${name} is missing: ${HOW_TO_INSTALL}`);
    }
  }
};

type Nginx = {
  readonly url: string;
  /** Pid of the worker, for CPU time and memory. */
  workerPid(): number;
  close(): Promise<void>;
};

/** nginx with one worker that serves `body` as `/list.json`. */
export const serveFile = (body: string): Promise<Nginx> =>
  startNginx({ server: 'default_type application/json;', files: { 'list.json': body } });

/** nchan, the reference for streams: `POST /publish` reaches all readers of `/stream`. */
export const serveStreams = (): Promise<Nginx> =>
  startNginx({
    modules: ['ngx_nchan_module.so'],
    server: `
      location = /publish { nchan_publisher; nchan_channel_id bench; nchan_store_messages off; }
      location = /stream { nchan_subscriber eventsource; nchan_channel_id bench; nchan_eventsource_ping_interval 0; }`,
  });

/** nginx in front of several of our processes, as in docs/operating.md. */
export const proxyTo = (urls: readonly string[]): Promise<Nginx> =>
  startNginx({
    http: `upstream app { least_conn; keepalive 64; ${urls.map((url) => `server ${new URL(url).host};`).join(' ')} }`,
    server: `
      location / { proxy_pass http://app; proxy_http_version 1.1; proxy_set_header connection ''; proxy_set_header host $http_host; }
      location = /api/live { proxy_pass http://app; proxy_http_version 1.1; proxy_set_header connection ''; proxy_set_header host $http_host;
        proxy_buffering off; proxy_read_timeout 1h; }`,
  });

type Config = { modules?: string[]; http?: string; server: string; files?: Record<string, string> };

/** One worker with its own port and folder. */
const startNginx = async ({ modules = [], http = '', server, files = {} }: Config): Promise<Nginx> => {
  const folder = await mkdtemp(join(tmpdir(), 'chartlark-nginx-'));
  await chmod(folder, 0o755);
  for (const [name, body] of Object.entries(files)) await writeFile(join(folder, name), body);
  const port = await findFreePort();
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `${modules.map((name) => `load_module /usr/lib/nginx/modules/${name};`).join('\n')}
     worker_processes 1; worker_rlimit_nofile 19000; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 18000; }
     http { access_log off; sendfile on; keepalive_requests 100000000;
       client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; ${http}
       server { listen 127.0.0.1:${port} backlog=4096; root ${folder}; ${server} } }`,
  );
  const child = spawn('nginx', ['-c', config, '-e', join(folder, 'error.log')], { stdio: 'ignore' });
  process.once('exit', () => child.kill());
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null)
      throw new Error(`nginx did not start: ${await readFile(join(folder, 'error.log'), 'utf8')}`);
    if (await fetch(url).catch(() => undefined)) break;
    await sleep(20);
  }
  return {
    url,
    workerPid: () => readWorkerPid(child.pid!),
    close: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** The worker is the master's only child. */
const readWorkerPid = (master: number): number =>
  Number(readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(' ')[0]);
