import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian packages the references come from; said when one is missing. */
const HOW_TO_INSTALL = 'apt-get install nginx wrk';

/** Throws in words when a program of the reference is not installed. */
export const needPrograms = (...names: string[]): void => {
  for (const name of names) {
    try {
      execFileSync('sh', ['-c', `command -v ${name}`]);
    } catch {
      throw new Error(`${name} is missing: ${HOW_TO_INSTALL}`);
    }
  }
};

export type Nginx = { readonly url: string; close(): Promise<void> };

/** nginx with one worker, as our one process, serving `body` as a file at `/list.json`. */
export const serveFile = async (body: string): Promise<Nginx> => {
  const folder = await mkdtemp(join(tmpdir(), 'chartlark-nginx-'));
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'list.json'), body);
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 4096; }
     http { access_log off; sendfile on; keepalive_requests 100000000; default_type application/json;
       server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  );
  const child = spawn('nginx', ['-c', config, '-e', join(folder, 'error.log')], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(`${url}/list.json`).catch(() => undefined)) break;
    await sleep(20);
  }
  return {
    url,
    close: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
};
