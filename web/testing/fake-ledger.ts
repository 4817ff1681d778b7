import { getLedger, LEDGER_PAGE, type LedgerRow } from '../../contract/record/ledger.ts';
import { getPublicLedger } from '../../contract/record/public-record.ts';
import type { RouteQuery } from '../../contract/shared/route.ts';
import { type FakeApi, PageOf } from './fake-api.ts';

/** The change log of a fake server. */
export class FakeLedger {
  rows: readonly LedgerRow[];
  readonly #api: FakeApi;

  constructor(api: FakeApi, rows: readonly LedgerRow[]) {
    this.#api = api;
    this.rows = rows;
    const answer = ({ query: { cursor, limit } }: { query: RouteQuery<typeof getLedger> }) => {
      const from = Number(cursor ?? 0);
      const page = this.rows.slice(from, from + Number(limit ?? LEDGER_PAGE));
      // As on the server, only an empty page is certainly the last.
      return new PageOf(page, page.at(-1) && String(page.at(-1)?.number));
    };
    api.on(getLedger, answer);
    api.on(getPublicLedger, answer);
  }

  get head(): { count: number; head: string } {
    return { count: this.rows.length, head: this.rows.at(-1)?.hash ?? '' };
  }

  /** Tells the page where the log ends, as at the start of each live stream. */
  announce(): void {
    this.#api.send('ready', { head: 'fake-0', ledger: this.head });
  }
}
