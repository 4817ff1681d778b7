import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../contract/candles/candles.ts';
import type { IdeaChart } from '../../contract/candles/idea-chart.ts';
import { CandlesService } from '../candles/candles-service.ts';
import { importFile } from '../candles/files-import.ts';
import { noNotifications } from '../ideas/idea-notifier.ts';
import { systemClock } from '../shared/clock.ts';
import { admin } from '../testing/admin.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let token: string;
beforeAll(async () => {
  test = await startTestApp();
  token = await test.openSession('one@test.example');
});
afterAll(() => test.close());

const write = async (name: string, content: string | Buffer) => {
  const path = join(test.folder, name);
  await writeFile(path, content);
  return path;
};
const give = (args: string[]) =>
  admin(['candles', 'import', ...args], {
    DATABASE_URL: test.testDatabase.connectionString,
    DATA_DIR: test.folder,
  });
/** Imports a file for a pair of its own, and reads what is stored. */
const importText = async (pair: string, content: string | Buffer, zone = 'UTC', side = 'bid') => {
  const path = await write('prices.csv', content);
  const answer = await give([path, '--pair', pair, '--zone', zone, '--side', side]);
  return { ...answer, ...(await stored(pair)) };
};
const time = (at: string | number) => new Date(Number(at)).toISOString().slice(0, 16);
const stored = async (pair: string) => {
  const { rows } = await test.database.pool.query(
    `select c.* from candles c join candle_symbols s on s.id = c.symbol_id where s.source = 'files' and s.name = $1
     order by side, interval, at`,
    [pair],
  );
  const coverage = await test.database.pool.query(
    `select g.* from candle_coverage g join candle_symbols s on s.id = g.symbol_id
     where s.source = 'files' and s.name = $1 order by interval, since`,
    [pair],
  );
  return {
    candles: rows.map(({ at, open, high, low, close }) => [time(at), open, high, low, close].join(' ')),
    sides: [...new Set(rows.map(({ side }) => side))],
    intervals: [...new Set(rows.map(({ interval }) => interval))],
    covered: coverage.rows.map(({ since, until }) => `${time(since)} ${time(until)}`),
  };
};

/** Two minutes as each program writes them. */
const ROWS = ['1.1 1.4 1 1.2', '1.2 1.3 1.05 1.25'];
const two = (day: string) => [`${day}T07:00 ${ROWS[0]}`, `${day}T07:01 ${ROWS[1]}`];

describe('candles import', () => {
  it.each([
    [
      'TradingView',
      'time,open,high,low,close,Volume',
      ['1704265200,1.1,1.4,1,1.2,7', '1704265260,1.2,1.3,1.05,1.25,'],
    ],
    [
      'TradingView with offsets',
      'time,open,high,low,close',
      ['2024-01-03T08:00:00+01:00,1.1,1.4,1,1.2', '2024-01-03T07:01:00Z,1.2,1.3,1.05,1.25'],
    ],
    [
      'MetaTrader 5',
      '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>',
      [
        '2024.01.03\t07:00:00\t1.1\t1.4\t1\t1.2\t3\t0\t12',
        '2024.01.03\t07:01\t1.2\t1.3\t1.05\t1.25\t3\t0\t12',
      ],
    ],
    ['MetaTrader 4', '', ['2024.01.03,07:00,1.1,1.4,1,1.2,150', '2024.01.03,07:01,1.2,1.3,1.05,1.25,150']],
    ['HistData', '', ['20240103 070000;1.1;1.4;1;1.2;0', '20240103 070100;1.2;1.3;1.05;1.25;0']],
    [
      'Dukascopy',
      'Gmt time,Open,High,Low,Close,Volume',
      ['03.01.2024 07:00:00.000,1.1,1.4,1,1.2,9899.99', '03.01.2024 07:01:00.000,1.2,1.3,1.05,1.25,1'],
    ],
    [
      'Dukascopy in local time',
      'Local time,Open,High,Low,Close,Volume',
      [
        '03.01.2024 08:00:00.000 GMT+0100,1.1,1.4,1,1.2,1',
        '03.01.2024 08:01:00.000 GMT+0100,1.2,1.3,1.05,1.25,1',
      ],
    ],
    [
      'decimal commas',
      'Date;Time;Open;High;Low;Close',
      ['2024-01-03;07:00;1,1;1,4;1;1,2', '2024-01-03;07:01;1,2;1,3;1,05;1,25'],
    ],
    [
      'quotes',
      '"time","open","high","low","close"',
      ['"2024-01-03 07:00","1.1","1.4","1","1.2"', '"2024-01-03 07:01","1.2","1.3","1.05","1.25"'],
    ],
  ])('reads %s', async (name, header, rows) => {
    const pair = `A${name.length}${header.length}/USD`;
    const text = [header, ...rows, ''].filter((line, index) => line || index > 0).join('\r\n');
    for (const content of [text, `\ufeff${text}`, Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      const answer = await importText(pair, content);
      expect(answer).toMatchObject({
        code: 0,
        candles: two('2024-01-03'),
        sides: ['bid'],
        intervals: [MINUTE_MS],
        covered: ['2024-01-03T07:00 2024-01-03T07:02'],
      });
      expect(answer.out).toContain('Read 2 rows, stored ');
    }
  });

  const hours = (...rows: string[]) =>
    ['time,open,high,low,close', ...rows.map((row) => `${row},1.1,1.4,1,1.2`)].join('\n');

  it('converts the zone with its daylight saving time', async () => {
    const winter = await importText(
      'ZONE/USD',
      hours('2024-01-03 07:00', '2024-01-03 08:00'),
      'Europe/Athens',
    );
    expect(winter.covered).toEqual(['2024-01-03T05:00 2024-01-03T07:00']);
    expect(winter.err).toBe('');
    const summer = await importText(
      'ZONE/EUR',
      hours('2024-07-03 07:00', '2024-07-03 08:00'),
      'Europe/Athens',
    );
    expect(summer.covered).toEqual(['2024-07-03T04:00 2024-07-03T06:00']);
    const fixed = await importText('ZONE/GBP', hours('2024-07-03 07:00', '2024-07-03 08:00'), 'UTC-5');
    expect(fixed.covered).toEqual(['2024-07-03T12:00 2024-07-03T14:00']);
  });

  it('reads days without a time, in the zone', async () => {
    const rows = ['2024.01.03\t1\t1\t1\t1', '2024.01.04\t1\t1\t1\t1'];
    const content = ['<DATE>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>', ...rows].join('\n');
    const answer = await importText('DAYS/USD', content, 'Europe/Athens');
    expect(answer.covered).toEqual(['2024-01-02T22:00 2024-01-04T22:00']);
  });

  it('says that a zone changes nothing where times have their own', async () => {
    const answer = await importText('ZONE/CHF', hours('1704265200', '1704268800'), 'America/New_York');
    expect(answer.covered).toEqual(['2024-01-03T07:00 2024-01-03T09:00']);
    expect(answer.err).toContain('--zone changes nothing');
  });

  it('leaves out the hour that a clock shows twice, and candles in which it is changed', async () => {
    const times = ['02:00', '03:00', '03:00', '04:00'].map((hour) => `2024-10-27 ${hour}`);
    const answer = await importText('TWICE/USD', hours(...times), 'Europe/Athens');
    expect(answer.covered).toEqual([
      '2024-10-26T23:00 2024-10-27T00:00',
      '2024-10-27T02:00 2024-10-27T03:00',
    ]);
    expect(answer.out).toContain('Left out 2 lines');
    expect(answer.out).toContain('The first: 3, 4.');
    const long = ['30 20:00', '31 00:00', '31 04:00', '31 08:00'].map((at) => `2024-03-${at}`);
    const four = await importText('TWICE/EUR', hours(...long), 'Europe/Athens');
    expect(four.intervals).toEqual([4 * HOUR_MS]);
    expect(four.covered).toEqual(['2024-03-30T18:00 2024-03-30T22:00', '2024-03-31T01:00 2024-03-31T09:00']);
  });

  it('reads rows in any order, and repeated ones once', async () => {
    const answer = await importText(
      'ORDER/USD',
      hours('2024-01-03 09:00', '2024-01-03 07:00', '2024-01-03 07:00', '2024-01-03 08:00'),
    );
    expect(answer.candles.map((row) => row.slice(11, 16))).toEqual(['07:00', '08:00', '09:00']);
    expect(answer.covered).toEqual(['2024-01-03T07:00 2024-01-03T10:00']);
    expect(answer.out).toBe('Read 4 rows, stored 3, for 0 ideas without prices. Results checked: 0.\n');
  });

  it('does not count as covered what it can not read, and names the lines', async () => {
    const bad = [
      '2024-01-03 09:00,1.1,1.0,1,1.2',
      '2024-01-03 10:00,1.1,,1,1.2',
      'nonsense',
      '2024-13-03 10:00,1,1,1,1',
    ];
    const answer = await importText(
      'BAD/USD',
      `${hours('2024-01-03 07:00', '2024-01-03 08:00')}\n${bad.join('\n')}\n\n2024-01-03 12:00,1,1,1,1`,
    );
    expect(answer.covered).toEqual([
      '2024-01-03T07:00 2024-01-03T09:00',
      '2024-01-03T12:00 2024-01-03T13:00',
    ]);
    expect(answer.out).toContain('The first: 4, 5, 6, 7.');
  });

  it('leaves out a candle that is not over', async () => {
    const path = await write('prices.csv', hours('2024-01-03 07:00', '2024-01-03 08:00', '2024-01-03 09:00'));
    const clock = () => new Date('2024-01-03T09:59:00Z');
    const given = { path, pair: 'OVER/USD', zone: 'UTC', side: 'bid' } as const;
    expect(await importFile(test.database.db, given, { clock, onProgress: () => undefined })).toMatchObject({
      rows: 2,
      leftOut: 1,
    });
    expect((await stored('OVER/USD')).covered).toEqual(['2024-01-03T07:00 2024-01-03T09:00']);
  });

  it('goes on when it is run again after an interruption', async () => {
    const start = Date.parse('2024-01-03T00:00:00Z');
    const rows = Array.from({ length: 6_000 }, (_, minute) => String(start / 1_000 + minute * 60));
    const path = await write('long.csv', hours(...rows));
    const given = { path, pair: 'STOP/USD', zone: 'UTC', side: 'bid' } as const;
    const interrupted = importFile(test.database.db, given, {
      clock: systemClock,
      onProgress: () => {
        throw new Error('killed');
      },
    });
    await expect(interrupted).rejects.toThrow('killed');
    expect(await stored('STOP/USD')).toMatchObject({ candles: { length: 5_000 }, covered: [] });
    const progress: number[] = [];
    const done = await importFile(test.database.db, given, {
      clock: systemClock,
      onProgress: (count) => progress.push(count),
    });
    expect(done).toMatchObject({ rows: 6_000, stored: 1_000 });
    expect(progress).toEqual([5_000, 6_000]);
    expect(await stored('STOP/USD')).toMatchObject({
      candles: { length: 6_000 },
      covered: ['2024-01-03T00:00 2024-01-07T04:00'],
    });
  });

  const chart = async (id: string) =>
    (await test.call<IdeaChart | null>('GET', `/api/trade-ideas/${id}/candles`, { token })).body;
  /** Hours around now, as they are over. */
  const recent = (interval: number) => {
    const last = Math.floor(Date.now() / interval) * interval;
    return Array.from({ length: 40 }, (_, index) => String((last - (40 - index) * interval) / 1_000));
  };

  it('gives its prices to ideas with the pair that no source measures', async () => {
    const [fresh, none, measured, other] = await Promise.all(
      ['eur/sek', 'EUR/SEK', 'EUR/SEK', 'EUR/SEK.x'].map((pair) => publish(test, token, { pair })),
    );
    await test.database.pool.query('insert into idea_symbols (idea_id) values ($1)', [none!.id]);
    await test.database.pool.query(
      `with symbol as (insert into candle_symbols (source, name) values ('kraken', 'EURSEK') returning id)
       insert into idea_symbols select $1, id from symbol`,
      [measured!.id],
    );
    const answer = await importText('EUR/SEK', hours(...recent(HOUR_MS)), 'UTC', 'mid');
    expect(answer.out).toContain('for 2 ideas');
    // Without any source that is switched on.
    for (const { id } of [fresh!, none!])
      expect(await chart(id)).toMatchObject({
        source: 'Imported file',
        symbol: 'EUR/SEK',
        side: 'mid',
        is_demo: false,
      });
    for (const { id } of [measured!, other!]) expect(await chart(id)).toBeNull();
  });

  it('shows candles that are longer than an hour, also the one in which the time begins', async () => {
    const { id } = await publish(test, token, { pair: 'EUR/DKK' });
    const day = 24 * HOUR_MS;
    // Days begin at 22:00 UTC; the idea was published in the middle of one.
    const today = Math.floor(Date.now() / day) * day - 2 * HOUR_MS;
    const first = today - 2 * day;
    await test.database.pool.query('update trade_ideas set created_at = $2 where id = $1', [
      id,
      new Date(first + 12 * HOUR_MS),
    ]);
    const days = [first - day, first, first + day].map((at) => String(at / 1_000));
    expect((await importText('EUR/DKK', hours(...days))).intervals).toEqual([day]);
    const found = await chart(id);
    expect(found?.interval).toBe(day);
    expect(found?.candles.map(({ at }) => at)).toEqual([first, first + day]);
  });

  it('keeps minutes of which no whole hour is covered when others become hours', async () => {
    const start = Date.parse('2024-01-03T07:30:00Z');
    const rows = Array.from({ length: 120 }, (_, minute) => String(start / 1_000 + minute * 60));
    await importText('KEEP/USD', hours(...rows));
    const parts = {
      clock: systemClock,
      log: pino({ level: 'silent' }),
      notifier: noNotifications,
      announcePrices: null,
    };
    await new CandlesService(test.database.db, [], parts).removeOld();
    expect(await stored('KEEP/USD')).toMatchObject({
      candles: { length: 61 },
      intervals: [MINUTE_MS, HOUR_MS],
      covered: [
        '2024-01-03T07:30 2024-01-03T08:00',
        '2024-01-03T09:00 2024-01-03T09:30',
        '2024-01-03T08:00 2024-01-03T09:00',
      ],
    });
  });

  it.each([
    [['--pair', 'EUR USD'], 'EUR USD is not a pair like EUR/USD.'],
    [['--zone', 'Mars/Base'], 'There is no time zone Mars/Base: use a name like Europe/Athens, or UTC-5.'],
    [['--side', 'left'], 'There is no side left: use one of bid, ask, mid, trade.'],
    [['--side', ''], '--pair, --zone and --side are needed. See --help.'],
  ])('refuses %j in one line', async (args, reason) => {
    const path = await write('prices.csv', hours('2024-01-03 07:00', '2024-01-03 08:00'));
    const all = ['--pair', 'NO/NE', '--zone', 'UTC', '--side', 'bid', ...args];
    expect(await give([path, ...all])).toEqual({ code: 2, out: '', err: `${reason}\n` });
  });

  it.each([
    ['', 'has no two rows of different times.'],
    ['one,two\n1,2', 'is neither a header nor a row of a known format.'],
    ['time,open,high,low,close\nx,1,1,1,1', 'has no two rows of different times.'],
    [hours('2024-01-03 07:00'), 'has no two rows of different times.'],
    [hours('2024-01-03 07:00', '2024-01-03 07:07'), 'are 7 minutes apart, which does not divide a day.'],
    [hours('2024-01-03', '2024-01-10'), 'are 10080 minutes apart, which does not divide a day.'],
  ])('refuses the file %j in one line', async (content, reason) => {
    const answer = await importText('NO/NE', content);
    expect(answer).toMatchObject({ code: 2, out: '', candles: [] });
    expect(answer.err).toMatch(/^[^\n]+\n$/);
    expect(answer.err).toContain(reason);
  });

  it('refuses a file that is not there, or a folder', async () => {
    const rest = ['--pair', 'NO/NE', '--zone', 'UTC', '--side', 'bid'];
    const missing = await give([join(test.folder, 'gone.csv'), ...rest]);
    expect(missing).toMatchObject({ code: 2, out: '' });
    expect(missing.err).toMatch(/^Can't read .*gone\.csv: ENOENT[^\n]*\n$/);
    await mkdir(join(test.folder, 'folder'), { recursive: true });
    const folder = await give([join(test.folder, 'folder'), ...rest]);
    expect(folder.err).toMatch(/^Can't read .*folder: EISDIR[^\n]*\n$/);
  });
});
