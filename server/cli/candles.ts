import { candleSides } from '../../contract/candles/candles.ts';
import { importFile } from '../candles/files-import.ts';
import { CommandError, defineCommand } from './command.ts';

export const candlesImport = defineCommand({
  name: 'candles import',
  usage: 'FILE --pair PAIR --zone ZONE --side SIDE',
  summary: 'Import prices from a CSV file',
  help: `Imports candles exported by TradingView, MetaTrader 4 or 5, HistData (ASCII, M1) or Dukascopy, in any order; repeated rows
count once. An export counts as complete: a time without a row in it had no price. An interrupted import is run again.
Ideas with exactly this pair that no source measures get these prices.

  --pair  such as EUR/USD
  --zone  of the times: such as Europe/Athens, often that of a MetaTrader server, or UTC-5, that of HistData
  --side  ${candleSides.join(', ')}: MetaTrader and HistData export bids`,
  positionals: ['FILE'],
  options: { pair: { type: 'string' }, zone: { type: 'string' }, side: { type: 'string' } },
  run: async ({ database: { db }, clock, values, positionals: [path = ''], print, note }) => {
    const { pair, zone } = values;
    const side = candleSides.find((one) => one === values.side);
    if (!pair || !zone || !values.side)
      throw new CommandError('--pair, --zone and --side are needed. See --help.');
    if (!side)
      throw new CommandError(`There is no side ${values.side}: use one of ${candleSides.join(', ')}.`);
    const file = { path, pair, zone, side };
    const done = await importFile(db, file, {
      clock,
      onProgress: (rows) => {
        if (rows % 100_000 === 0) note(`${rows} rows …`);
      },
    });
    if (done.hasZone) note('The times of this file have their own zone: --zone changes nothing.');
    print(
      `Read ${done.rows} rows, stored ${done.stored}, for ${done.ideas} ideas without prices. Results checked: ${done.checked}.`,
    );
    if (done.leftOut > 0)
      print(
        `Left out ${done.leftOut} lines: unreadable, not over yet, or in an hour that the clock changes. The first: ${done.firstLeftOut.join(', ')}.`,
      );
  },
});
