import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = { status?: number; headers?: Record<string, string>; body: unknown };
/** Answers a call, or does so later or never by itself. */
type Answering = (url: URL, response: ServerResponse) => Answer | undefined;

export type PriceServer = {
  url: string;
  /** What was asked for, in order. */
  asked: URL[];
  /** Answers all calls from now on; a body that is no text is sent as JSON. */
  answer: (given: Answer | Answering) => void;
  close: () => Promise<void>;
};

/** A local server that answers like a source of prices. */
export const startPriceServer = async (): Promise<PriceServer> => {
  let answering: Answering = () => ({ status: 404, body: {} });
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://local');
    asked.push(url);
    const answer = answering(url, response);
    if (!answer) return;
    const { status = 200, headers, body } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (given) => {
      answering = typeof given === 'function' ? given : () => given;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
