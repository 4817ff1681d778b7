import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP relay to PostgreSQL, to simulate network failures. */
export type DatabaseRelay = {
  /** Connection string through this relay. */
  readonly connectionString: string;
  /** Breaks all connections and rejects new ones. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
};

export const startDatabaseRelay = async (target: string): Promise<DatabaseRelay> => {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isCut = false;
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
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
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
    connectionString: url.href,
    cut: () => {
      isCut = true;
      breakAll();
    },
    restore: () => {
      isCut = false;
    },
    close: async () => {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
