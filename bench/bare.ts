import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('bare-process.ts', import.meta.url));

/** A minimal Node server (bare-process.ts) in a separate process: the best this machine can do. */
type BareServer = { readonly url: string; readonly pid: number; close(): Promise<void> };

export const serveBare = async (body: string, nodeArguments: string[] = []): Promise<BareServer> => {
  const child = fork(program, { stdio: 'inherit', execArgv: nodeArguments });
  const firstMessage = once(child, 'message');
  child.send(body);
  const [port] = (await firstMessage) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    close: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
};
