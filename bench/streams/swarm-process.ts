// Many SSE readers in one process: raw sockets with a shared buffer, so that reading is cheap and the server is
// measured. Controlled by its parent (swarm.ts).
import { connect, type Socket } from 'node:net';
import type { Answer, Order } from './swarm.ts';

/** Concurrent connection attempts; more would only wait in the listener's backlog. */
const OPENING_AT_ONCE = 200;
const HEAD_END = Buffer.from('\r\n\r\n');
/** Maximum bytes of a mark cut off at the end of a read. */
const MAX_CARRIED_BYTES = 40;

type Reader = {
  socket: Socket | undefined;
  headSeen: boolean;
  /** Tail of the last read, where a mark or header may have started. */
  rest: Buffer;
  /** The last mark received; marks increase by one. */
  last: number;
  /** The last complete `id:` line, for reconnecting. */
  lastId: string | undefined;
};

const readers: Reader[] = [];
const buffer = Buffer.allocUnsafe(64 * 1024);
let target: Extract<Order, { kind: 'open' }>;
let mark = Buffer.alloc(0);
let opened = 0;
let failures: string[] = [];
let outOfOrder = 0;
/** Deliveries by mark, and the time (hrtime, ns) of the last one. */
const received = new Map<number, { count: number; lastAt: bigint }>();

const say = (answer: Answer) => process.send?.(answer);

const createRequestHead = (index: number, lastId: string | undefined) =>
  `GET ${target.path} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n` +
  (target.tokens[index] === undefined ? '' : `authorization: Bearer ${target.tokens[index]}\r\n`) +
  (lastId === undefined ? '' : `last-event-id: ${lastId}\r\n`) +
  '\r\n';

const recordArrival = (reader: Reader, number: number) => {
  if (target.isOrdered) {
    // Replayed marks count once.
    if (number <= reader.last) return;
    if (reader.last !== 0 && number !== reader.last + 1) outOfOrder++;
    reader.last = number;
  }
  const entry = received.get(number);
  const at = process.hrtime.bigint();
  if (entry) {
    entry.count++;
    entry.lastAt = at;
  } else received.set(number, { count: 1, lastAt: at });
};

const scan = (reader: Reader, bytes: Buffer) => {
  let from = 0;
  if (!reader.headSeen) {
    const end = bytes.indexOf(HEAD_END);
    if (end === -1) {
      reader.rest = Buffer.from(bytes);
      return;
    }
    const status = bytes.toString('latin1', 9, 12);
    if (status !== '200') failures.push(`status ${status}`);
    reader.headSeen = true;
    opened++;
    from = end;
  }
  for (let at = bytes.indexOf(mark, from); at !== -1; at = bytes.indexOf(mark, from)) {
    const digits = at + mark.length;
    if (digits + 7 > bytes.length) break;
    recordArrival(reader, Number(bytes.toString('latin1', digits, digits + 7)));
    from = digits + 7;
  }
  if (target.remembersIds) rememberId(reader, bytes);
  // A read that ends with an event has no partial mark.
  reader.rest =
    bytes.at(-1) === 10
      ? EMPTY
      : Buffer.from(bytes.subarray(Math.max(from, bytes.length - MAX_CARRIED_BYTES)));
};
const EMPTY = Buffer.alloc(0);

const rememberId = (reader: Reader, bytes: Buffer) => {
  const at = bytes.lastIndexOf('id: ');
  const end = at === -1 ? -1 : bytes.indexOf(10, at);
  if (end !== -1) reader.lastId = bytes.toString('latin1', at + 4, end).trim();
};

const open = (index: number, lastId?: string): Promise<void> =>
  new Promise((resolve) => {
    const reader: Reader = readers[index] ?? {
      socket: undefined,
      headSeen: false,
      rest: EMPTY,
      last: 0,
      lastId: undefined,
    };
    readers[index] = reader;
    reader.headSeen = false;
    reader.rest = EMPTY;
    const socket = connect({
      host: target.host,
      port: target.port,
      onread: {
        buffer,
        callback: (length) => {
          const bytes = buffer.subarray(0, length);
          scan(reader, reader.rest.length === 0 ? bytes : Buffer.concat([reader.rest, bytes]));
          if (reader.headSeen) resolve();
          return true;
        },
      },
    });
    reader.socket = socket;
    socket.setNoDelay(true);
    socket.on('connect', () => socket.write(createRequestHead(index, lastId)));
    socket.on('error', (error) => {
      failures.push(error.message);
      resolve();
    });
    socket.on('close', () => resolve());
  });

const openAll = async (indices: number[], lastIdOf: (index: number) => string | undefined) => {
  let next = 0;
  const worker = async () => {
    while (next < indices.length) {
      const index = indices[next++]!;
      await open(index, lastIdOf(index));
    }
  };
  await Promise.all(Array.from({ length: Math.min(OPENING_AT_ONCE, indices.length) }, worker));
};

const all = () => Array.from({ length: target.count }, (_, index) => index);

process.on('message', async (order: Order) => {
  if (order.kind === 'open') {
    target = order;
    mark = Buffer.from(order.mark);
    await openAll(all(), () => undefined);
    say({ kind: 'opened', opened, failures: [...new Set(failures)] });
  } else if (order.kind === 'report') {
    const entry = received.get(order.mark);
    const { user, system } = process.cpuUsage();
    say({
      kind: 'report',
      count: entry?.count ?? 0,
      lastAt: String(entry?.lastAt ?? 0n),
      outOfOrder,
      cpuMicroseconds: user + system,
      failures: [...new Set(failures)],
    });
  } else if (order.kind === 'drop') {
    for (const { socket } of readers) socket?.destroy();
    opened = 0;
    failures = [];
    say({ kind: 'dropped' });
  } else if (order.kind === 'return') {
    if (order.port !== undefined) target = { ...target, port: order.port };
    await openAll(all(), (index) => readers[index]?.lastId);
    say({ kind: 'opened', opened, failures: [...new Set(failures)] });
  }
});
process.on('disconnect', () => process.exit(0));
