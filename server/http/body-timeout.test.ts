import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBodyTimeout } from './body-timeout.ts';

const app = Fastify();
let port = 0;
beforeAll(async () => {
  app.post('/', { preParsing: createBodyTimeout(300) }, async (request) => request.body);
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => app.close());

/** Sends the parts of a body with a pause before each; returns the response and whether the connection was closed. */
const send = async (parts: string[], pause: number) => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  let ended = false;
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    ended = true;
  });
  const length = parts.join('').length;
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  );
  for (const part of parts) {
    await sleep(pause);
    if (!ended) socket.write(part);
  }
  await sleep(50);
  socket.destroy();
  return { answer, ended };
};

it('closes the connection of a body that arrives too slowly', async () => {
  expect(await send([...'{"a": 1}'], 100)).toMatchObject({ ended: true });
});

it('answers a body that arrives in time and keeps the connection open', async () => {
  const { answer, ended } = await send(['{"a"', ': 1}'], 60);
  expect(answer).toContain('200 OK');
  expect(ended).toBe(false);
});
