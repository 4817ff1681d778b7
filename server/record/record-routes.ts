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
import { type LedgerRange, readLedger } from './ledger-service.ts';
import {
  isPublished,
  type RecordParts,
  readPublicLedger,
  readPublicRecord,
  setPublished,
} from './public-record-service.ts';

/** Where a page of the ledger begins, and its length. */
const toRange = ({ cursor, limit }: RouteQuery<typeof getLedger>): LedgerRange => ({
  after: Number(cursor ?? 0),
  limit: Number(limit ?? LEDGER_PAGE),
});

export const recordRoutes = (app: ContractApp, parts: RecordParts): void => {
  const { database, env, trackRecords } = parts;
  app.handle(getLedger, async ({ query, viewer, reply }) => {
    const rows = await readLedger(database.db, viewer.user, {
      ...toRange(query),
      showsPrices: env.priceDisplay,
    });
    const last = rows.at(-1);
    // A page may be short because its rows are long, so only an empty one is certainly the last.
    if (last) setNextLink(reply, routeUrl(getLedger, {}, { ...query, cursor: last.number }));
    return rows;
  });

  app.handle(listTrackRecords, ({ query, viewer }) => trackRecords.list(viewer.user, query.educatorId));

  app.handle(getPublicRecord, ({ params }) => readPublicRecord(parts, params.educatorId));

  app.handle(getPublicLedger, async ({ params, query, reply }) => {
    const rows = await readPublicLedger(parts, params.educatorId, toRange(query));
    const last = rows.at(-1);
    if (last) setNextLink(reply, routeUrl(getPublicLedger, params, { ...query, cursor: last.number }));
    return rows;
  });

  app.handle(getPublication, async ({ viewer }) => ({
    published: await isPublished(parts, viewer.user.educatorId),
  }));

  app.handle(putPublication, async ({ body, viewer }) => {
    await setPublished(parts, viewer.user, body.published);
    return body;
  });
};
