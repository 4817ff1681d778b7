import { getPresence } from '../../contract/live/presence.ts';
import { type ContractApp, SENT } from '../http/contract-routes.ts';
import { isNotModified } from '../http/etags.ts';
import type { Presence } from './presence.ts';

export const presenceRoutes = (app: ContractApp, { presence }: { presence: Presence }): void => {
  app.handle(getPresence, ({ request, reply }) => {
    const { customersOnline: reading } = presence;
    const etag = `"${reading}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (!isNotModified(request, etag)) return { reading };
    reply.code(304).send();
    return SENT;
  });
};
