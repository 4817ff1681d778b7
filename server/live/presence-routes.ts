import { getPresence } from '../../contract/presence.ts';
import type { Deps } from '../deps.ts';
import { type ContractApp, SENT } from '../http/contract-routes.ts';

export const presenceRoutes = (app: ContractApp, { presence }: Pick<Deps, 'presence'>): void => {
  app.handle(getPresence, ({ request, reply }) => {
    const { customersOnline: reading } = presence;
    const etag = `"${reading}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (request.headers['if-none-match'] !== etag) return { reading };
    reply.code(304).send();
    return SENT;
  });
};
