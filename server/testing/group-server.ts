import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Market } from '../../contract/ideas/markets.ts';
import type { DestinationKind, OutwardEvent } from '../../contract/outward/idea-posts.ts';
import type { Db } from '../database/connection.ts';
import type { EndpointPolicy } from '../notifications/transport/endpoint-policy.ts';
import { insertDestination } from '../outward/outward-db.ts';
import { sealSecret } from '../outward/sealed-secrets.ts';

type Answer = { status: number; headers?: Record<string, string>; body: unknown };
/** `silence` never answers; `drop` closes the connection. Both after the call was carried out. */
type Behaviour = Answer | 'silence' | 'drop';
export type Received = {
  method: string;
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
};

export type TestGroupServer = {
  url: string;
  key: Buffer<ArrayBuffer>;
  /** Allows this server only. */
  endpoints: EndpointPolicy;
  received: Received[];
  /** What stands in a group, by the id of the message. */
  messages: Map<string, string>;
  /** The next calls whose path contains this text are answered so. */
  behave: (path: string, ...behaviours: Behaviour[]) => void;
  /** Adds a destination of this kind here. */
  add: (
    db: Db,
    kind: DestinationKind,
    wants?: {
      events?: OutwardEvent[];
      markets?: Market[];
      educators?: string[];
      showsLevels?: boolean;
      name?: string;
    },
  ) => Promise<string>;
  /** Forgets everything. */
  clear: () => void;
  close: () => Promise<void>;
};

export const TELEGRAM_TOKEN = `123456:${'A'.repeat(35)}`;
export const SIGNING_KEY = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const decode = (html: string) =>
  html
    .replace(/<\/?[bi]>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const refuseTelegram = (code: number, description: string, parameters?: object): Answer => ({
  status: code,
  body: { ok: false, error_code: code, description, ...(parameters && { parameters }) },
});

/** Local servers that check and answer as the services do. */
export const startGroupServer = async (): Promise<TestGroupServer> => {
  const key = Buffer.from(randomBytes(32));
  const received: Received[] = [];
  const messages = new Map<string, string>();
  const FIRST_ID = 100;
  let nextId = FIRST_ID;
  let behaviours: { path: string; behaviour: Behaviour }[] = [];

  const answerTelegram = (method: string, body: Record<string, unknown>): Answer => {
    const text = String(body.text);
    if (/<(?!\/?[bi]>)|&(?!(lt|gt|amp|quot);)/.test(text))
      return refuseTelegram(400, "Bad Request: can't parse entities: Unsupported start tag");
    if (decode(text).length > 4096) return refuseTelegram(400, 'Bad Request: message is too long');
    const id = method === 'editMessageText' ? String(body.message_id) : String(nextId++);
    if (method === 'editMessageText') {
      if (!messages.has(id)) return refuseTelegram(400, 'Bad Request: message to edit not found');
      if (messages.get(id) === text)
        return refuseTelegram(
          400,
          'Bad Request: message is not modified: specified new message content is the same',
        );
    }
    messages.set(id, text);
    return { status: 200, body: { ok: true, result: { message_id: Number(id), date: 1700000000, text } } };
  };

  const answerDiscord = (method: string, path: string, body: Record<string, unknown>): Answer => {
    const text = String(body.content);
    if (text.length > 2000) return { status: 400, body: { message: 'Invalid Form Body', code: 50035 } };
    if (JSON.stringify(body.allowed_mentions) !== '{"parse":[]}') throw new Error('Mentions are allowed');
    const id = method === 'PATCH' ? path.split('/').at(-1)! : String(nextId++);
    if (method === 'PATCH' && !messages.has(id))
      return { status: 404, body: { message: 'Unknown Message', code: 10008 } };
    messages.set(id, text);
    return { status: 200, body: { id, content: text } };
  };

  const answer = ({ method, path, body }: Received): Answer => {
    const given = JSON.parse(body);
    if (path.startsWith('/bot')) return answerTelegram(path.split('/').at(-1)!, given);
    if (path.startsWith('/api/webhooks')) return answerDiscord(method, path, given);
    messages.set(String(nextId++), path.startsWith('/services') ? given.text : given.data.text);
    return { status: 200, body: 'ok' };
  };

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    const found = behaviours.find(({ path }) => call.path.includes(path));
    behaviours = behaviours.filter((one) => one !== found);
    const behaviour = typeof found?.behaviour === 'object' ? found.behaviour : answer(call);
    received.push(call);
    if (found?.behaviour === 'silence') return;
    if (found?.behaviour === 'drop') return void request.socket.destroy();
    const { status, headers, body: given } = behaviour;
    response.writeHead(status, headers).end(typeof given === 'string' ? given : JSON.stringify(given));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const secrets: Record<DestinationKind, string> = {
    telegram: TELEGRAM_TOKEN,
    discord: `${url}/api/webhooks/1/token-of-discord`,
    slack: `${url}/services/T/B/token-of-slack`,
    webhook: `${SIGNING_KEY} ${url}/hooks`,
  };
  return {
    url,
    key,
    endpoints: {
      allowsUrl: ({ origin }) => origin === url,
      allowsAddress: (address) => address === '127.0.0.1',
    },
    received,
    messages,
    behave: (path, ...next) => {
      behaviours.push(...next.map((behaviour) => ({ path, behaviour })));
    },
    add: async (db, kind, { name = kind, ...wants } = {}) => {
      const id = randomUUID();
      await insertDestination(db, {
        id,
        kind,
        name,
        target: kind === 'telegram' ? '-1001' : new URL(url).host,
        secret: sealSecret(key, id, secrets[kind]),
        events: wants.events ?? ['published', 'changed', 'closed', 'message'],
        markets: wants.markets ?? ['Forex', 'Crypto'],
        educators: wants.educators ?? null,
        showsLevels: wants.showsLevels ?? true,
        createdAt: new Date(),
      });
      return id;
    },
    clear: () => {
      received.length = 0;
      messages.clear();
      behaviours = [];
      nextId = FIRST_ID;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
