import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ideaMessage } from '../../contract/notifications/idea-message.ts';
import { countDeliveries } from '../../server/notifications/delivery/deliveries-db.ts';
import { VapidKeyStore } from '../../server/notifications/transport/vapid-keys.ts';
import { addSubscribers } from '../../server/testing/push-subscribers.ts';
import { startPushWorker } from '../../server/testing/push-worker-process.ts';
import { openBenchServers } from '../bench-servers.ts';
import type { PushReferenceTask } from '../push-reference.ts';
import type { PushServiceReport, PushServiceStart } from '../push-service.ts';
import { median, type Row } from '../row.ts';

const DEVICES = 10_000;
/** Decrypting costs the push service more than sending costs us, so only a sample is decrypted. */
const SAMPLE = 50;
/** Alternating runs of ours and the reference; the first pair is a warm-up. */
const ROUNDS = 5;
const MAX_WAIT_MS = 120_000;

const program = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const startProgram = (name: string, ...args: string[]): ChildProcess => {
  const child = fork(program(name), args);
  // A crashed measurement leaves nothing running.
  process.once('exit', () => child.kill());
  return child;
};
/** The next message of a process; throws if it exits instead. */
const nextMessage = async <T>(child: ChildProcess): Promise<T> => {
  const over = new AbortController();
  const ended = once(child, 'exit', { signal: over.signal }).then(([code]) => {
    throw new Error(`A program ended with ${code}`);
  });
  try {
    return ((await Promise.race([once(child, 'message', { signal: over.signal }), ended])) as [T])[0];
  } finally {
    over.abort();
    ended.catch(() => undefined);
  }
};
const ask = <T>(child: ChildProcess, question: object | string): Promise<T> => {
  const answer = nextMessage<T>(child);
  child.send(question);
  return answer;
};
const microseconds = ({ user, system }: NodeJS.CpuUsage) => user + system;

export const webPush: Row = {
  id: 'S8',
  what: `Web Push of one idea to ${DEVICES.toLocaleString('en')} devices over TLS, a sample of them read`,
  target: '≥ 0.5 of the rate of bare encryption and signing, by CPU time',
  measure: async (say) => {
    const servers = await openBenchServers();
    const service = startProgram('push-service.ts', String(DEVICES), String(SAMPLE));
    const reference = startProgram('push-reference.ts');
    try {
      const { origin, devices } = await nextMessage<PushServiceStart>(service);
      const database = await servers.openDatabase();
      const { publish } = await addSubscribers(database, devices);
      await database.pool.query('vacuum (analyze)');
      const worker = await startPushWorker({ connectionString: database.connectionString, origin });

      /** Publishes an idea and waits until every device has it. */
      const send = async () => {
        const before = await worker.report();
        const [idea, started] = [await publish(), performance.now()];
        for (let accepted = 0; accepted < DEVICES; ) {
          if (performance.now() - started > MAX_WAIT_MS)
            throw new Error(`Only ${accepted} devices were reached`);
          await sleep(50);
          ({ accepted } = await countDeliveries(database.db, { newIdeaId: idea.id }));
        }
        const seconds = (performance.now() - started) / 1000;
        const after = await worker.report();
        return { idea, seconds, cpu: microseconds(after.cpu) - microseconds(before.cpu) };
      };

      const { idea } = await send();
      const task: PushReferenceTask = {
        devices,
        keys: await new VapidKeyStore(database.db).keys(),
        message: JSON.stringify(ideaMessage(idea)),
      };
      await ask(reference, task);
      const rounds: { ratio: number; seconds: number; each: number }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const ours = await send();
        const bare = microseconds(await ask<NodeJS.CpuUsage>(reference, 'again'));
        const each = ours.cpu / DEVICES;
        say(
          `${each.toFixed(0)} us a device of ours, ${(bare / DEVICES).toFixed(0)} us bare: ${(bare / ours.cpu).toFixed(2)}; all reached in ${ours.seconds.toFixed(1)} s`,
        );
        rounds.push({ ratio: bare / ours.cpu, seconds: ours.seconds, each });
      }
      await worker.stop();
      const report = await ask<PushServiceReport>(service, 'report');
      say(`${report.answered} messages over ${report.connections} connections, ${report.read} of them read`);
      if (report.problems.length > 0)
        throw new Error(`The push service could not read: ${report.problems[0]}`);
      if (report.answered !== DEVICES * (ROUNDS + 1)) throw new Error(`It had ${report.answered} messages`);
      const of = (name: 'ratio' | 'seconds' | 'each') => median(rounds.map((round) => round[name]));
      return {
        measured: `${of('ratio').toFixed(2)} of its rate, ${of('each').toFixed(0)} us of CPU a device (median of ${ROUNDS} pairs); all reached in ${of('seconds').toFixed(1)} s`,
        met: of('ratio') >= 0.5,
      };
    } finally {
      service.kill();
      reference.kill();
      await servers.close();
    }
  },
};
