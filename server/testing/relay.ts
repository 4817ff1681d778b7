import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP relay to a server, such as PostgreSQL or a bucket, to simulate network failures. */
export type Relay = {
  /** The server's address through this relay. */
  readonly url: string;
  /** Breaks all connections and rejects new ones. */
  cut(): void;
  restore(): void;
  /** Keeps connections open and forwards nothing, or no responses, like a stopped server or a network that drops packets. */
  freeze(direction?: 'both' | 'responses'): void;
  /** Forwards no responses any more once an open connection has sent these texts, one after the other. */
  freezeAfter(...texts: string[]): void;
  /** Forwards again, including what has waited; or only what comes over new connections. */
  thaw(connections?: 'all' | 'new'): void;
  close(): Promise<void>;
};

export const startRelay = async (target: string): Promise<Relay> => {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let isCut = false;
  let frozen: 'no' | 'both' | 'responses' = 'no';
  const forward = ({ near, far }: { near: Socket; far: Socket }) => {
    near.unpipe();
    far.unpipe();
    if (frozen !== 'both') near.pipe(far);
    if (frozen === 'no') far.pipe(near);
  };
  const setFrozen = (state: typeof frozen) => {
    frozen = state;
    for (const pair of pairs) forward(pair);
  };
  const track = (socket: Socket) => {
    open.add(socket);
    // Both ends notice a broken connection; nothing to report.
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    return socket;
  };
  const server = createServer((near) => {
    track(near);
    if (isCut) return near.destroy();
    const far = track(connect(Number(port), hostname));
    const pair = { near, far };
    pairs.add(pair);
    forward(pair);
    near.on('close', () => {
      pairs.delete(pair);
      far.destroy();
    });
    far.on('close', () => near.destroy());
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      breakAll();
    },
    restore: () => {
      isCut = false;
    },
    freeze: (direction = 'both') => setFrozen(direction),
    freezeAfter: (...texts) => {
      const stops: (() => void)[] = [];
      for (const { near } of pairs) {
        const left = [...texts];
        const watch = (chunk: Buffer) => {
          while (left[0] !== undefined && chunk.includes(left[0])) left.shift();
          if (left.length > 0) return;
          for (const stop of stops) stop();
          // After the chunk was forwarded, before its response can have come.
          setImmediate(() => setFrozen('responses'));
        };
        near.on('data', watch);
        stops.push(() => near.off('data', watch));
      }
    },
    thaw: (connections = 'all') => {
      if (connections === 'new') frozen = 'no';
      else setFrozen('no');
    },
    close: async () => {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
