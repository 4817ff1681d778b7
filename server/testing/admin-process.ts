import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AdminAnswer } from './admin.ts';
import { programArgs } from './as-program.ts';

const program = fileURLToPath(new URL('../../scripts/admin.ts', import.meta.url));

/** Runs an admin command like an operator, without our own environment except what Node needs. */
export const adminProcess = (args: string[], env: Record<string, string> = {}): Promise<AdminAnswer> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [...programArgs(program), ...args], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout?.on('data', (chunk) => (out += chunk));
    child.stderr?.on('data', (chunk) => (err += chunk));
    child.on('close', (code) => resolve({ code, out, err }));
  });
