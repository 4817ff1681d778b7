import { getLedger, LEDGER_PAGE } from '../../contract/ledger.ts';
import { routeUrl } from '../../contract/route.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import { setNextLink } from '../http/paging.ts';
import type { LedgerService } from './ledger-service.ts';

export const ledgerRoutes = (app: ContractApp, { ledger }: { ledger: LedgerService }): void => {
  app.handle(getLedger, async ({ query, viewer, reply }) => {
    const limit = Number(query.limit ?? LEDGER_PAGE);
    const rows = await ledger.page(viewer.user, Number(query.cursor ?? 0), limit);
    const last = rows.at(-1);
    // The last page may be full too; then the next one is empty and has no next link.
    if (last && rows.length === limit)
      setNextLink(reply, routeUrl(getLedger, {}, { ...query, cursor: last.number }));
    return rows;
  });
};
