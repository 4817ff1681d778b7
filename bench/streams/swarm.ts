import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Commands to the reader process. */
export type Order =
  | {
      kind: 'open';
      host: string;
      port: number;
      path: string;
      count: number;
      /** One for each reader; none where the server asks for none. */
      tokens: string[];
      /** The text before the number of a message, which has seven digits. */
      mark: string;
      /** Whether each message's number must follow the one before. */
      isOrdered: boolean;
      /** Whether readers keep the last id, to come back with. Costs them a little. */
      remembersIds: boolean;
    }
  | { kind: 'report'; mark: number }
  | { kind: 'drop' }
  | { kind: 'return'; port: number | undefined };

/** Its replies. */
export type Answer =
  | { kind: 'opened'; opened: number; failures: string[] }
  | { kind: 'dropped' }
  | {
      kind: 'report';
      count: number;
      /** hrtime in nanoseconds; the same clock in all processes of a machine. */
      lastAt: string;
      outOfOrder: number;
      cpuMicroseconds: number;
      failures: string[];
    };

/** Stands before the number of each message that is measured. */
const MARK = 'bench-mark-';
export const formatMark = (number: number) => `${MARK}${String(number).padStart(7, '0')}`;

type Delivered = { lastAt: bigint; cpuMicroseconds: number };

/** Readers of a stream in a separate process. */
export type Swarm = {
  /** Waits until each reader has received the message `mark`; throws when it takes longer than `withinMs`. */
  delivered(mark: number, withinMs?: number): Promise<Delivered>;
  /** Closes all connections. */
  drop(): Promise<void>;
  /** Opens them again, each with the last id it saw; on another process's port where one is given. */
  comeBack(port?: number): Promise<void>;
  close(): Promise<void>;
};

type SwarmOptions = {
  count: number;
  /** One for each reader; none where the server asks for none. */
  tokens?: string[];
  /** Whether a message that does not follow the one before is a fault. */
  isOrdered?: boolean;
  /** Whether readers keep the last id, to come back with. */
  remembersIds?: boolean;
};

const program = fileURLToPath(new URL('swarm-process.ts', import.meta.url));

/** Opens `count` streams and waits until each has its head. Throws when one was refused. */
export const openSwarm = async (
  url: string,
  { count, tokens = [], isOrdered = true, remembersIds = false }: SwarmOptions,
): Promise<Swarm> => {
  const child = fork(program, { stdio: 'inherit' });
  const { hostname, port, pathname, search } = new URL(url);
  const ask = async (order: Order): Promise<Answer> => {
    child.send(order);
    const [answer] = (await once(child, 'message')) as [Answer];
    return answer;
  };
  const open = async (order: Order) => {
    const answer = await ask(order);
    if (answer.kind !== 'opened' || answer.opened !== count)
      throw new Error(`Only ${JSON.stringify(answer)} of ${count} streams opened`);
  };
  const path = `${pathname}${search}`;
  await open({
    kind: 'open',
    host: hostname,
    port: Number(port),
    path,
    count,
    tokens,
    mark: MARK,
    isOrdered,
    remembersIds,
  });
  return {
    delivered: async (mark, withinMs = 30_000) => {
      for (const deadline = performance.now() + withinMs; performance.now() < deadline; await sleep(5)) {
        const report = await ask({ kind: 'report', mark });
        if (report.kind !== 'report') continue;
        if (report.outOfOrder > 0) throw new Error(`${report.outOfOrder} readers missed a message`);
        if (report.failures.length > 0) throw new Error(report.failures.join(', '));
        if (report.count === count)
          return { lastAt: BigInt(report.lastAt), cpuMicroseconds: report.cpuMicroseconds };
      }
      throw new Error(`Message ${mark} did not reach all ${count} readers within ${withinMs} ms`);
    },
    drop: async () => {
      await ask({ kind: 'drop' });
    },
    comeBack: (port) => open({ kind: 'return', port }),
    close: () => end(child),
  };
};

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
};
