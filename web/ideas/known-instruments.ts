import { cryptoTickers, detectMarket, forexCurrencies } from '../../contract/ideas/market-detection.ts';
import type { Market } from '../../contract/ideas/markets.ts';
import { pairKey } from '../../contract/ideas/pairs.ts';

const list = (words: string): readonly string[] => words.trim().split(/\s+/);

/** Suggestions for the pair input; any other text is accepted too. */
export const knownPairs = list(`
  EUR/USD GBP/USD USD/JPY USD/CHF AUD/USD USD/CAD NZD/USD EUR/GBP EUR/JPY GBP/JPY AUD/JPY EUR/CHF
  EUR/SEK EUR/NOK EUR/PLN XAU/USD XAG/USD WTI/USD DXY SPX500 NASDAQ BTC/USDT ETH/USDT SOL/USDT
  XRP/USDT ADA/USDT DOT/USDT LINK/USDT AVAX/USDT LTC/USDT DOGE/USDT SHIB/USDT UNI/USDT ATOM/USDT
  NEAR/USDT`);

/** Finds the known pair of a text: "eurusd" and "EUR-USD" are EUR/USD. */
export const findKnownPair = (text: string): string | undefined =>
  knownPairs.find((pair) => pairKey(pair) === pairKey(text));

export const stablecoins: ReadonlySet<string> = new Set(list('USDT USDC BUSD DAI TUSD FDUSD'));
export const currencies: ReadonlySet<string> = new Set([
  ...forexCurrencies,
  ...list('MXN ZAR TRY SGD HKD CNH CNY DKK HUF CZK THB INR BRL ILS KRW RUB RON IDR PHP TWD CLP COP'),
]);
export const coins: ReadonlySet<string> = new Set([
  ...cryptoTickers.filter((ticker) => !stablecoins.has(ticker)),
  ...list(`
    BNB PEPE TRX TON APT ARB SUI INJ FET WIF BONK FLOKI RNDR RENDER TIA SEI FIL ETC BCH XLM HBAR AAVE ICP VET THETA
    GALA AXS IMX LDO STX KAS JUP PYTH ORDI RUNE ENA WLD POL EOS XTZ XMR DASH ZEC KSM CRV SNX DYDX GMX OP APE NOT
    TRUMP PNUT POPCAT BOME TURBO MEME BAT CKB QNT MKR GRT GMT HOT ONE 1INCH FTT OKB COMP CHZ ENJ ZIL IOTA NEO HYPE
    TAO JASMY EGLD FLOW KAVA LUNC LUNA ROSE PENDLE PENGU SATS`),
]);
/** Metals and energies that stand before a quote. */
export const commodities: ReadonlySet<string> = new Set(list('XAU XAG XPT XPD XCU WTI XTI XBR XNG'));
export const oils: ReadonlySet<string> = new Set(list('WTI XTI XBR OIL USOIL UKOIL BRENT CRUDE CRUDEOIL'));
/** Names as brokers write them; spaces are optional. */
export const indices: ReadonlySet<string> = new Set(
  list(`
    DXY USDX SPX SPX500 SP500 US500 US30 US100 US2000 USTEC USTECH USTECH100 NAS NAS100 NASDAQ NASDAQ100 NDX NDX100 DJI
    DJIA DJ30 WS30 DOW DOWJONES WALLSTREET RUSSELL RUSSELL2000 RUT VIX DAX DAX30 DAX40 DE30 DE40 GER30 GER40 GERMANY30
    GERMANY40 UK100 FTSE FTSE100 FRA40 FR40 CAC CAC40 FRANCE40 EU50 EUSTX50 ESTX50 STOXX50 EUROSTOXX50 ESP35 ES35 SPA35
    SPAIN35 IBEX IBEX35 ITA40 IT40 ITALY40 FTSEMIB JP225 JPN225 JAPAN225 NI225 NIKKEI NIKKEI225 HK50 HSI HANGSENG AUS200
    AU200 ASX200 SWI20 SUI20 CH20 SMI AEX AEX25 NETH25 NL25 CHINA50 CHINAA50 CHN50 CN50 SING30 SG30 INDIA50 NIFTY NIFTY50
    BANKNIFTY SENSEX CA60 CAN60 CANADA60 TSX60 OMX30 SE30 NOR25`),
);
/** What stands alone. */
export const alone: ReadonlySet<string> = new Set([
  ...indices,
  ...[...oils].filter((oil) => !commodities.has(oil)),
  ...list('NATGAS NGAS NATURALGAS GASOLINE COPPER PLATINUM PALLADIUM ALUMINIUM ZINC NICKEL'),
]);

const FIAT_QUOTE = /(?:USD|EUR|GBP|JPY|CHF|AUD|CAD)$/;
const isForexName = (name: string): boolean =>
  [name, name.replace(FIAT_QUOTE, '')].some((one) => alone.has(one) || commodities.has(one)) ||
  (currencies.has(name.slice(0, 3)) && currencies.has(name.slice(3)));
const isCoin = (name: string): boolean =>
  coins.has(name) || coins.has(name.replace(/^10+/, '').replace(FIAT_QUOTE, ''));

/**
 * The market of a typed pair, where one is known: SPEC §4 and the instruments above. Brokers add lower-case letters to
 * names ("XAUUSDm"), and words ("US30.cash").
 */
export const guessMarket = (pair: string): Market | null => {
  const words = pair
    .replace(/\b([A-Z0-9]{4,12})[a-z]{1,4}\b/g, '$1')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
  if (words.some((word) => coins.has(word) || stablecoins.has(word))) return 'Crypto';
  if ([words.join(''), ...words].some(isForexName)) return 'Forex';
  return detectMarket(pair) ?? (words.some(isCoin) ? 'Crypto' : null);
};

export const knownTimeFrames = ['5m', '15m', '30m', '1H', '4H', '1D', '1W', '1M'] as const;
