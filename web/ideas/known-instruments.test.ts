import { expect, it } from 'vitest';
import { guessMarket } from './known-instruments.ts';

const forex = `
  US30 us30 GER40 US30.cash GER40m US30USD DE30_EUR NETH25 CANADA60 JP225 USTEC USDX XTIUSD XBR/USD NATGAS Brent COPPER
  XPT/USD XPDUSD USD/ZAR EURTRY USDMXN UK100GBP XAUUSDm EURUSD.r SPX500 GOLD Nikkei225 HK50 EUSTX50 VIX`;
it.each([...forex.trim().split(/\s+/), 'S&P 500', 'US 30', 'DAX 40', 'Dow Jones'])(
  'takes %s for Forex',
  (pair) => expect(guessMarket(pair)).toBe('Forex'),
);

const crypto = `
  BTCUSDT PEPE/USD BATUSD CKB/USD 1INCH/USDT 1000PEPE/USDT 1000SHIBUSD SPX/USDT XAU/USDT SUIUSD TON/EUR KASUSDT BTCUSD.P
  ETH/BTC HYPE DOGE XMRUSD XBT/USDT LINKETH UNKNOWN/USDT`;
it.each(crypto.trim().split(/\s+/))('takes %s for Crypto', (pair) =>
  expect(guessMarket(pair)).toBe('Crypto'),
);

it.each(['', ' / ', 'COCOA', 'TSLA', 'FOO/USD', 'US', '30', 'EURUSDX'])('knows no market for "%s"', (pair) =>
  expect(guessMarket(pair)).toBeNull(),
);
