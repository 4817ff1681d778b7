import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { createBodyTimeout, limitPipelining, limitSending } from './connection-limits.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const connectTo = async (timeoutMs: number): Promise<Socket> => {
  const app = Fastify();
  app.post('/', { preParsing: createBodyTimeout(timeoutMs) }, async (request) => request.body);
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  opened.push({ close: () => socket.destroy() }, app);
  return socket;
};

const BODY = '{"a": 1}';
const HEAD = `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n`;

it('closes the connection of a body that arrives too slowly, even while bytes keep arriving', async () => {
  const socket = await connectTo(300);
  const closed = once(socket, 'close');
  socket.write(HEAD);
  // The body would be complete after a minute.
  let sent = 0;
  const trickle = setInterval(() => socket.write(BODY.charAt(sent++)), 60_000 / BODY.length);
  await closed;
  clearInterval(trickle);
  expect(sent).toBeLessThan(BODY.length);
});

it('answers a body that arrives in time and keeps the connection open', async () => {
  const socket = await connectTo(60_000);
  for (const request of ['first', 'second']) {
    const answered = once(socket, 'data');
    socket.write(`${HEAD}${BODY.slice(0, 4)}`);
    await sleep(20);
    socket.write(BODY.slice(4));
    expect(String((await answered)[0]), request).toContain('200 OK');
  }
});

it('closes a connection that sends a fifth request before the first is answered', async () => {
  const app = Fastify();
  limitPipelining(app.server);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  app.get('/', async () => answered);
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  opened.push(app);
  const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
  const open = () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    opened.push({ close: () => socket.destroy() });
    return socket;
  };
  const [patient, greedy] = [open(), open()];
  const closed = once(greedy, 'close');
  patient.write(GET.repeat(4));
  greedy.write(GET.repeat(5));
  await closed;
  let responses = '';
  patient.on('data', (data) => {
    responses += data;
  });
  answer();
  await expect.poll(() => responses.match(/200 OK/g)?.length).toBe(4);
  // Answered ones do not count.
  patient.write(GET.repeat(4));
  await expect.poll(() => responses.match(/200 OK/g)?.length).toBe(8);
});

it.each([
  ['closes the connection of a reader that takes its response in sips', 300, true],
  ['leaves one alone that has taken its response', 60_000, false],
])('%s', async (_what, milliseconds, isClosed) => {
  const app = Fastify();
  app.get('/', async (_request, reply) => {
    limitSending(reply.raw, milliseconds);
    return 'x'.repeat(64_000_000);
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  opened.push({ close: () => socket.destroy() }, app);
  let received = 0;
  socket.on('data', ({ length }) => {
    received += length;
    if (!isClosed) return;
    socket.pause();
    setTimeout(() => socket.resume(), 20);
  });
  const closed = once(socket, 'close');
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  if (isClosed) await closed;
  else await expect.poll(() => received).toBeGreaterThan(64_000_000);
  expect(received < 64_000_000).toBe(isClosed);
});
