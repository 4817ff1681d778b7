import { getLedger, LEDGER_PAGE } from '../../contract/record/ledger.ts';
import { listTrackRecords } from '../../contract/record/track-record.ts';
import { routeUrl } from '../../contract/shared/route.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import { setNextLink } from '../http/paging.ts';
import type { LedgerService } from './ledger-service.ts';
import type { TrackRecordService } from './track-record-service.ts';

export const recordRoutes = (
  app: ContractApp,
  { ledger, trackRecords }: { ledger: LedgerService; trackRecords: TrackRecordService },
): void => {
  app.handle(getLedger, async ({ query, viewer, reply }) => {
    const rows = await ledger.page(
      viewer.user,
      Number(query.cursor ?? 0),
      Number(query.limit ?? LEDGER_PAGE),
    );
    const last = rows.at(-1);
    // A page may be short because its rows are long, so only an empty one is certainly the last.
    if (last) setNextLink(reply, routeUrl(getLedger, {}, { ...query, cursor: last.number }));
    return rows;
  });

  app.handle(listTrackRecords, ({ query, viewer }) => trackRecords.list(viewer.user, query.educatorId));
};
