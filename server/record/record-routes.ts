import { getLedger, LEDGER_PAGE } from '../../contract/record/ledger.ts';
import {
  getPublication,
  getPublicLedger,
  getPublicRecord,
  putPublication,
} from '../../contract/record/public-record.ts';
import { listTrackRecords } from '../../contract/record/track-record.ts';
import { type RouteQuery, routeUrl } from '../../contract/shared/route.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import { setNextLink } from '../http/paging.ts';
import type { LedgerService } from './ledger-service.ts';
import type { PublicRecordService } from './public-record-service.ts';
import type { TrackRecordService } from './track-record-service.ts';

/** Where a page of the ledger begins, and its length. */
const toRange = ({ cursor, limit }: RouteQuery<typeof getLedger>) =>
  [Number(cursor ?? 0), Number(limit ?? LEDGER_PAGE)] as const;

export const recordRoutes = (
  app: ContractApp,
  {
    ledger,
    trackRecords,
    publicRecords,
  }: { ledger: LedgerService; trackRecords: TrackRecordService; publicRecords: PublicRecordService },
): void => {
  app.handle(getLedger, async ({ query, viewer, reply }) => {
    const rows = await ledger.page(viewer.user, ...toRange(query));
    const last = rows.at(-1);
    // A page may be short because its rows are long, so only an empty one is certainly the last.
    if (last) setNextLink(reply, routeUrl(getLedger, {}, { ...query, cursor: last.number }));
    return rows;
  });

  app.handle(listTrackRecords, ({ query, viewer }) => trackRecords.list(viewer.user, query.educatorId));

  app.handle(getPublicRecord, ({ params }) => publicRecords.read(params.educatorId));

  app.handle(getPublicLedger, async ({ params, query, reply }) => {
    const rows = await publicRecords.ledgerPage(params.educatorId, ...toRange(query));
    const last = rows.at(-1);
    if (last) setNextLink(reply, routeUrl(getPublicLedger, params, { ...query, cursor: last.number }));
    return rows;
  });

  app.handle(getPublication, async ({ viewer }) => ({
    published: await publicRecords.isPublished(viewer.user),
  }));

  app.handle(putPublication, async ({ body, viewer }) => {
    await publicRecords.publish(viewer.user, body.published);
    return body;
  });
};
