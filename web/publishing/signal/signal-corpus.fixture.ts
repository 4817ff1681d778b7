/**
 * Signals as people write them in chats, with the fields they should fill: pair, direction, time frame, entry 1,
 * entry 2, invalidation level, exits 1 to 3; "-" for an empty field. Null: the text is no signal.
 */
export type LabelledSignal = readonly [text: string, expected: string | null];

export const signalCorpus: readonly LabelledSignal[] = [
  // One line.
  ['EURUSD buy 1.0842, SL 1.0790, TP 1.0900 1.0950, 4H', 'EUR/USD BUY 4H 1.0842 - 1.0790 1.0900 1.0950 -'],
  ['Buy EURUSD at 1.0842. SL1.0790 TP1.0900 TP1.0950', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -'],
  [
    'EUR-USD | buy limit | 1.0842 | S/L=1.0790 | T/P=1.0900 / 1.0950',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -',
  ],
  [
    'EURUSD bullish entry 1.0842 invalidation level 1.0790 exits 1.0900, 1.0950',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -',
  ],
  [
    'GBPJPY short 191.40-191.80 stop 192.65 targets 189.90 188.75 187.20 H4',
    'GBP/JPY SELL 4H 191.40 191.80 192.65 189.90 188.75 187.20',
  ],
  ['XAUUSD sell entry1 2748.50 entry2 2756 sl 2779 tp1 2705', 'XAU/USD SELL - 2748.50 2756 2779 2705 - -'],
  [
    'PEPE/USDT buy 0.00000812 sl 0.00000764 tp 0.00000884 15min',
    'PEPE/USDT BUY 15m 0.00000812 - 0.00000764 0.00000884 - -',
  ],
  ['Sell BTC/USD 64,250.5 SL 65,900 TP 61,800 60,150 1D', 'BTC/USD SELL 1D 64250.5 - 65900 61800 60150 -'],
  ['usdcad short @1.3712 stop@1.3760 target@1.3640', 'USD/CAD SELL - 1.3712 - 1.3760 1.3640 - -'],
  ['Gold buy now 2350-2346 sl 2340 tp 2360/2370/2390', 'XAU/USD BUY - 2350 2346 2340 2360 2370 2390'],
  ['BTC long 65k sl 63.5k tp 68k 70k', 'BTC/USD BUY - 65000 - 63500 68000 70000 -'],
  [
    'Long SOL/USDT from 148.20, stop 141.5, targets 155, 162 and 170',
    'SOL/USDT BUY - 148.20 - 141.5 155 162 170',
  ],
  ['SELL STOP GBPUSD 1.2640 SL 1.2700 TP 1.2560', 'GBP/USD SELL - 1.2640 - 1.2700 1.2560 - -'],
  [
    'NZDUSD buy stop 0.6120 / stop loss 0.6085 / take profit 0.6180',
    'NZD/USD BUY - 0.6120 - 0.6085 0.6180 - -',
  ],
  ['EUR USD sell 1.0910 sl 1.0950 tp 1.0850', 'EUR/USD SELL - 1.0910 - 1.0950 1.0850 - -'],
  ['#AUDUSD Sell Limit 0.6655 SL: 0.6690 TP: 0.6600', 'AUD/USD SELL - 0.6655 - 0.6690 0.6600 - -'],
  ['EURUSD buy=1.0842 SL=1.0790 T1=1.0900 T2=1.0950', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -'],
  // One label a line.
  [
    'eur/usd LONG @ 1.0842\nStop loss: 1.0790\nTP1: 1.0900\nTP2: 1.0950',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -',
  ],
  [
    'BUY EURUSD\nEntry: 1.0842\nSL: 1.0790\nTP 1 1.0900\nTP 2 1.0950',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -',
  ],
  [
    'XAUUSD SELL LIMIT 2,350-2,353\nSL: 2,360 (100 pips)\nTP1: 2,340\nTP2: 2,330',
    'XAU/USD SELL - 2350 2353 2360 2340 2330 -',
  ],
  [
    'PREMIUM SIGNAL\n\nPair: GBP/USD\nType: BUY LIMIT\nEntry Price: 1.2650\nStop Loss: 1.2600\nTake Profit 1: 1.2700\nTake Profit 2: 1.2750\nTake Profit 3: 1.2800\nRisk: 1%',
    'GBP/USD BUY - 1.2650 - 1.2600 1.2700 1.2750 1.2800',
  ],
  [
    '🔥 SCALPING VIP 🔥\nEURJPY SELL NOW\n📍 Entry: 161.250\n❌ SL: 161.650\n✅ TP1: 160.850\n✅ TP2: 160.450',
    'EUR/JPY SELL - 161.250 - 161.650 160.850 160.450 -',
  ],
  [
    'Idea #214\nUSDCHF SELL\nEntry 0.8842\nStop 0.8890\nTarget 0.8770\nLot 0.05\nRisk 2%',
    'USD/CHF SELL - 0.8842 - 0.8890 0.8770 - -',
  ],
  [
    'US30 BUY @ 38450\nSL 38300\nTP1 38600\nTP2 38800\nTP3 39100',
    'US30 BUY - 38450 - 38300 38600 38800 39100',
  ],
  [
    'NAS100 | SELL\nENTRY: 17,850\nSTOP LOSS: 17,950\nTAKE PROFIT: 17,600',
    'NAS100 SELL - 17850 - 17950 17600 - -',
  ],
  [
    'GBPJPY\nSell limit 191.40\nSL 192.10 (70 pips)\nTP 189.90 (150 pips)\nR:R 1:2.1',
    'GBP/JPY SELL - 191.40 - 192.10 189.90 - -',
  ],
  [
    'BTCUSDT LONG\nLeverage: 20x\nEntry: 64000 - 64500\nTargets: 65000 - 66000 - 67000\nStoploss: 62800',
    'BTC/USDT BUY - 64000 64500 62800 65000 66000 67000',
  ],
  [
    'Pair: ADA/USDT\nDirection: SHORT\nLeverage: Cross 10X\nEntry: 0.4520\nTP1: 0.4410\nTP2: 0.4300\nSL: 0.4650',
    'ADA/USDT SELL - 0.4520 - 0.4650 0.4410 0.4300 -',
  ],
  [
    'SIGNAL ID: #1187\nCOIN: $DOGE/USDT\nDIRECTION: LONG\nENTRY: 0.1532\nTP1=0.1570\nTP2=0.1610\nTP3=0.1680\nSL=0.1490',
    'DOGE/USDT BUY - 0.1532 - 0.1490 0.1570 0.1610 0.1680',
  ],
  ['XAGUSD\nBUY\n29.35\nSL 28.90\nTP 30.10', 'XAG/USD BUY - 29.35 - 28.90 30.10 - -'],
  ['USOIL Sell @ 78.40\nSL @ 79.20\nTP @ 76.90', 'USOIL SELL - 78.40 - 79.20 76.90 - -'],
  [
    'Buy Gold\nEntry: 2,412.50\nSL: 2,398.00\nTP: 2,440.00\nTimeframe: H1',
    'XAU/USD BUY 1H 2412.50 - 2398.00 2440.00 - -',
  ],
  [
    'Trade: SELL\nSymbol: EURUSD\nEntry: 1.0842\nS.L: 1.0890\nT.P: 1.0750',
    'EUR/USD SELL - 1.0842 - 1.0890 1.0750 - -',
  ],
  [
    'ETHUSDT 4h chart\nShort 3,480\nInvalidation 3,590\nTarget 1: 3,310\nTarget 2: 3,150',
    'ETH/USDT SELL 4H 3480 - 3590 3310 3150 -',
  ],
  [
    'AUDJPY buy limit @ 98.20\nsl @ 97.60\ntp1 @ 98.90\ntp2 @ 99.60',
    'AUD/JPY BUY - 98.20 - 97.60 98.90 99.60 -',
  ],
  // Numbered lists.
  ['1. EURUSD buy\n2. Entry 1.0842\n3. SL 1.0790\n4. TP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  [
    'BTCUSDT LONG\nEntry: 64250\nTargets:\n1) 65000\n2) 66000\n3) 67500\nSL: 63100',
    'BTC/USDT BUY - 64250 - 63100 65000 66000 67500',
  ],
  [
    'LINK/USDT short\nEntry 14.20\nTargets:\n1 - 13.80\n2 - 13.20\n3 - 12.50\nStop 14.90',
    'LINK/USDT SELL - 14.20 - 14.90 13.80 13.20 12.50',
  ],
  [
    'Signal: SOLUSDT LONG\nEntry zone: 148 - 150\n\nTake-profit targets:\n1️⃣ 153\n2️⃣ 158\n3️⃣ 165\n\nStop-loss: 143',
    'SOL/USDT BUY - 148 150 143 153 158 165',
  ],
  [
    '#AVAX/USDT\nBUY\nEntry: 36.5\nTP:\n① 38\n② 40.5\n③ 44\nSL: 34.2',
    'AVAX/USDT BUY - 36.5 - 34.2 38 40.5 44',
  ],
  [
    'XRPUSDT SELL\nEntry Targets:\n1) 0.5210\nTake-Profit Targets:\n1) 0.5120\n2) 0.5030\n3) 0.4900\n4) 0.4750\nStop Targets:\n1) 0.5330',
    'XRP/USDT SELL - 0.5210 - 0.5330 0.5120 0.5030 0.4900',
  ],
  [
    'GOLD SELL 2385\nTP:\n1. 2380 (30%)\n2. 2374 (30%)\n3. 2360 (40%)\nSL: 2393',
    'XAU/USD SELL - 2385 - 2393 2380 2374 2360',
  ],
  // Dates, times, units, ids.
  [
    '12/05/2024 14:30 GMT\nEURUSD BUY 1.0842\nSL 1.0790 (-52 pips)\nTP 1.0900 (+58 pips)',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -',
  ],
  ['2024-05-12 09:15 GBPUSD sell 1.2710 sl 1.2760 tp 1.2640', 'GBP/USD SELL - 1.2710 - 1.2760 1.2640 - -'],
  [
    'May 12, 8:30 am: USDJPY buy 155.20, stop 154.60, target 156.40',
    'USD/JPY BUY - 155.20 - 154.60 156.40 - -',
  ],
  ['EURUSD BUY 1.0842\nSL 50 pips\nTP 100 pips', 'EUR/USD BUY - 1.0842 - - - - -'],
  ['GBPUSD BUY 1.2650\nSL 1.2600\nTP 30/60/90 pips', 'GBP/USD BUY - 1.2650 - 1.2600 - - -'],
  ['USDJPY sell 155.20 SL 155.80 TP 100 150 pips', 'USD/JPY SELL - 155.20 - 155.80 - - -'],
  [
    'Trade #7 | AUDCAD | SELL | 0.9050 | SL 0.9085 | TP 0.8990 | 0.50 lots',
    'AUD/CAD SELL - 0.9050 - 0.9085 0.8990 - -',
  ],
  ['BUY 0.5 EURUSD @ 1.0842 SL 1.0790 TP 1.0900', 'EUR/USD BUY - - - 1.0790 1.0900 - -'],
  ['BUY 2 lots EURUSD 1.0842 SL 1.0790 TP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['EURUSD Buy 1.0842 TP 1:2 SL 1.0790', 'EUR/USD BUY - 1.0842 - 1.0790 - - -'],
  ['ETHUSD long 3420, SL 3350 (2%), TP 3560 (4%), RR 1:2, lev 5x', 'ETH/USD BUY - 3420 - 3350 3560 - -'],
  [
    'GBPAUD short 1.9120 risk 1.5% sl 1.9180 tp 1.9000 valid 24h',
    'GBP/AUD SELL - 1.9120 - 1.9180 1.9000 - -',
  ],
  ['NASDAQ buy 18200, SL 18050, TP1 18350 close 50%, TP2 18600', 'NASDAQ BUY - 18200 - 18050 18350 18600 -'],
  ['DAX short 18.420 SL 18.510 TP 18.250', 'DAX SELL - 18420 - 18510 18250 - -'],
  [
    'Entry 1.0842 EURUSD long, SL 1.0790, first target 1.0900, second target 1.0950',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -',
  ],
  [
    'BTC SHORT\nEntry $64,250\nSL $65,400\nTP $62,000\nMargin: 100 USDT\nLeverage 10x',
    'BTC/USD SELL - 64250 - 65400 62000 - -',
  ],
  // Ranges, shorthand, slash lists.
  [
    'EURUSD buy zone 1.0842/1.0830 SL 1.0790 TP 1.0900/1.0950/1.1000',
    'EUR/USD BUY - 1.0842 1.0830 1.0790 1.0900 1.0950 1.1000',
  ],
  ['GOLD sell 2350/53 sl 2360 tp 2340', 'XAU/USD SELL - 2350 - 2360 2340 - -'],
  ['XAUUSD BUY 2330 to 2326, SL 2320, TP 2340 to 2350', 'XAU/USD BUY - 2330 2326 2320 2340 2350 -'],
  ['SELL GOLD 2350-2355\nSL/TP: 2362/2335', 'XAU/USD SELL - 2350 2355 2362 2335 - -'],
  [
    'TP1/TP2/TP3: 1.0900/1.0950/1.1000, SL 1.0790, EURUSD long 1.0842',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 1.1000',
  ],
  ['BTC long 64-65k, SL 62k, TP 68k', 'BTC/USD BUY - 64000 65000 62000 68000 - -'],
  ['EURGBP long 0.8540, 0.8520 sl 0.8490 tp 0.8600', 'EUR/GBP BUY - 0.8540 0.8520 0.8490 0.8600 - -'],
  ['XAUUSD SELL 2350 2355\nSL 2361\nTP 2340\nTP 2330', 'XAU/USD SELL - 2350 2355 2361 2340 2330 -'],
  ['GBPJPY buy 190-88 sl 187 tp 193', 'GBP/JPY BUY - 190 - 187 193 - -'],
  [
    'EURUSD sell TP1 1.0800 TP2 1.0750 TP3 1.0700 TP4 1.0650 entry 1.0850 sl 1.0900',
    'EUR/USD SELL - 1.0850 - 1.0900 1.0800 1.0750 1.0700',
  ],
  // Number styles.
  ['EURUSD kaufen bei 1,0842, SL 1,0790, TP 1,0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['EURUSD long 1.084, SL 1.0755, TP 1.1', 'EUR/USD BUY - 1.084 - 1.0755 1.1 - -'],
  ['BTCUSD long 65,000 SL 64250 TP 67,500', 'BTC/USD BUY - 65000 - 64250 67500 - -'],
  ['SOLUSDT long 150,250 sl 145,500 tp 160,000', 'SOL/USDT BUY - - - - - - -'],
  ['ETH/USDT sell 3.480,50 SL 3.590,00 TP 3.310,00', 'ETH/USDT SELL - 3480.50 - 3590.00 3310.00 - -'],
  [
    'SHIB/USDT buy 0,00002450 SL 0,00002300 TP 0,00002700 / 0,00002950',
    'SHIB/USDT BUY - 0.00002450 - 0.00002300 0.00002700 0.00002950 -',
  ],
  ["XAUUSD buy 2'350.50 sl 2'340.00 tp 2'370.00", 'XAU/USD BUY - 2350.50 - 2340.00 2370.00 - -'],
  ['EURUSD buy 10842 SL 1.0790 TP 1.0900', 'EUR/USD BUY - - - - - - -'],
  // Languages.
  [
    'EURUSD COMPRA\nEntrada: 1.0842\nStop Loss: 1.0790\nObjetivo 1: 1.0900\nObjetivo 2: 1.0950',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -',
  ],
  ['Vender ORO a 2350, stop de pérdidas 2362, toma de ganancias 2330', 'XAU/USD SELL - 2350 - 2362 2330 - -'],
  [
    'Señal VIP: venta GBPUSD en 1,2710\nSL en 1,2760\nObjetivos: 1,2640 y 1,2590',
    'GBP/USD SELL - 1.2710 - 1.2760 1.2640 1.2590 -',
  ],
  [
    'Achat EUR/USD à 1,0842\nStop : 1,0790\nObjectif 1 : 1,0900\nObjectif 2 : 1,0950\nUT 4H',
    'EUR/USD BUY 4H 1.0842 - 1.0790 1.0900 1.0950 -',
  ],
  [
    "Vente DAX\nPoint d'entrée : 18 420\nStop loss : 18 510\nObjectifs : 18 300 / 18 150",
    'DAX SELL - 18420 - 18510 18300 18150 -',
  ],
  [
    'Verkauf GBP/USD\nEinstieg: 1,2710\nStopp: 1,2760\nZiel 1: 1,2640\nZiel 2: 1,2590\nRisiko: 1 %',
    'GBP/USD SELL - 1.2710 - 1.2760 1.2640 1.2590 -',
  ],
  [
    'Kauf Gold bei 2.350,50 – Stop 2.338,00 – Kursziel 2.380,00',
    'XAU/USD BUY - 2350.50 - 2338.00 2380.00 - -',
  ],
  [
    'Stop-Buy EURUSD 1,0870, SL 1,0830, Ziele 1,0920 und 1,0960, Zeiteinheit H1',
    'EUR/USD BUY 1H 1.0870 - 1.0830 1.0920 1.0960 -',
  ],
  [
    'COMPRA BTC/USDT\nEntrada: 64.250\nAlvo 1: 66.000\nAlvo 2: 68.500\nStop: 62.900\nAlavancagem: 5x',
    'BTC/USDT BUY - 64250 - 62900 66000 68500 -',
  ],
  [
    'Venda EURUSD em 1.0842 stop 1.0890 alvos 1.0800 e 1.0750',
    'EUR/USD SELL - 1.0842 - 1.0890 1.0800 1.0750 -',
  ],
  [
    'Acquisto EURUSD\nIngresso 1,0842\nStop loss 1,0790\nObiettivo 1,0900\nLeva 1:30',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -',
  ],
  [
    'Vendita USDJPY a 155,20, SL 155,80, obiettivi 154,60 e 154,00',
    'USD/JPY SELL - 155.20 - 155.80 154.60 154.00 -',
  ],
  [
    'EURUSD покупка\nВход: 1.0842\nСтоп: 1.0790\nЦель 1: 1.0900\nЦель 2: 1.0950\nРиск 1%',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -',
  ],
  ['Продажа ЗОЛОТО от 2350, стоп-лосс 2362, тейк-профит 2330, ТФ 4ч', 'XAU/USD SELL 4H 2350 - 2362 2330 - -'],
  ['BTCUSDT лонг 64250 сл 63100 тп 66000 / 67500 плечо 10x', 'BTC/USDT BUY - 64250 - 63100 66000 67500 -'],
  [
    'EURUSD AL\nGiriş: 1.0842\nZarar durdur: 1.0790\nHedef 1: 1.0900\nHedef 2: 1.0950',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -',
  ],
  [
    'ALTIN SAT\nGiriş fiyatı: 2350\nKar al: 2330\nZarar kes: 2362\nRisk %1',
    'XAU/USD SELL - 2350 - 2362 2330 - -',
  ],
  [
    'شراء EURUSD\nالدخول: 1.0842\nوقف الخسارة: 1.0790\nالهدف الأول: 1.0900\nالهدف الثاني: 1.0950',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -',
  ],
  ['بيع الذهب من ٢٣٥٠\nوقف الخسارة ٢٣٦٢\nالأهداف ٢٣٤٠ - ٢٣٣٠', 'XAU/USD SELL - 2350 - 2362 2340 2330 -'],
  // At the market: no entry.
  ['EURUSD BUY NOW\nSL 1.0790\nTP 1.0900', 'EUR/USD BUY - - - 1.0790 1.0900 - -'],
  ['SELL GOLD AT MARKET\nStop loss: 2362\nTP1: 2340\nTP2: open', 'XAU/USD SELL - - - 2362 2340 - -'],
  // No direction: the levels say it.
  ['AUD/NZD\nEntry 1.0920\nSL 1.0960\nTP 1.0850', 'AUD/NZD SELL - 1.0920 - 1.0960 1.0850 - -'],
  // Several signals.
  [
    'EURUSD buy 1.0842 sl 1.0790 tp 1.0900\nGBPUSD sell 1.2710 sl 1.2760 tp 1.2640',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - - more',
  ],
  [
    '1) EURUSD BUY 1.0842 SL 1.0790 TP 1.0900\n2) XAUUSD SELL 2350 SL 2362 TP 2330\n3) BTCUSD BUY 64250 SL 63100 TP 66000',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - - more',
  ],
  [
    'BUY LIMIT EURUSD 1.0800\nSL 1.0750\nTP 1.0880\n\nSELL LIMIT EURUSD 1.0920\nSL 1.0960\nTP 1.0850',
    'EUR/USD BUY - 1.0800 - 1.0750 1.0880 - - more',
  ],
  [
    'EURUSD: Buy above 1.0850 TP 1.0900 SL 1.0820, Sell below 1.0800 TP 1.0750 SL 1.0830',
    'EUR/USD BUY - 1.0850 - 1.0820 1.0900 - - more',
  ],
  // Contradictions: the pair only.
  ['EURUSD BUY 1.0842 SL 1.0900 TP 1.0790', 'EUR/USD - - - - - - - -'],
  ['SELL GOLD 2350\nSL 2340\nTP 2360', 'XAU/USD - - - - - - - -'],
  // Updates and remarks around a signal.
  [
    'EURUSD buy 1.0842 sl 1.0790 tp 1.0900. Move SL to 1.0842 after TP1 hit.',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -',
  ],
  [
    'USDJPY SELL 155.20\nSL 155.80\nTP 154.20\nWatch DXY at 104.50 and RSI 70',
    'USD/JPY SELL - 155.20 - 155.80 154.20 - -',
  ],
  [
    'Long term view: EURUSD short 1.0842, stop 1.0890, target 1.0750. Follow us: t.me/fx1234',
    'EUR/USD SELL - 1.0842 - 1.0890 1.0750 - -',
  ],
  [
    'CADJPY SELL\nEntry: 113.50\nSL: 114.20\nTP: 112.00\n200 EMA above, 15:45 London',
    'CAD/JPY SELL - 113.50 - 114.20 112.00 - -',
  ],
  ['𝗕𝗨𝗬 𝗘𝗨𝗥𝗨𝗦𝗗 𝟭.𝟬𝟴𝟰𝟮\nSL 1.0790\nTP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['BUY EURUSD NEAR 1.0842 STOP LOSS 1.0790 TARGET 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  // No signal, or none that can be read with certainty.
  ['EURUSD buy 1.0842 1.0790 sl 1.0900 tp', null],
  ['Good morning, what a week!', null],
  ['EURUSD TP1 hit at 1.0900, +58 pips, well done', null],
  ['Should I buy EURUSD at 1.0842?', null],
  ['Gold is at 2350 now, crazy', null],
  ["Don't buy EURUSD above 1.0842", null],
  ['We are up 120 pips since 14:30, 3 trades, 2 winners', null],
  ['BTC to 100k soon', null],
  ['https://example.org/EURUSD/buy/1.0842', null],
  ['12345', null],
  ['4H', null],
  ['', null],
];

/** Traps that a reader may fall into, found by trying. */
export const trickySignals: readonly LabelledSignal[] = [
  ['EURUSD BUY 1.0842SL 1.0790TP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['EUR/USD and GBP/USD buy 1.0842 sl 1.0790 tp 1.0900', '- BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['EURUSD, GBPUSD: sell both, SL 1.0930', '- SELL - - - 1.0930 - - -'],
  ['TP1 hit! Now SL to 1.0842. EURUSD long still open, TP2 1.0950', null],
  ['EUR/USD 4h: bullish above 1.0790, targets 1.0900 and 1.0950', 'EUR/USD BUY 4H - - - 1.0900 1.0950 -'],
  ['Long BTC from 64,2 with stop 62,9 and target 68', 'BTC/USD BUY - - - - - - -'],
  ['US100 short 17850 (17,900 max) SL 17960 TP 17700', 'US100 SELL - 17850 - 17960 17700 - -'],
  ['DOT/USDT buy 4.25 sl 4 tp 5 6 7', 'DOT/USDT BUY - 4.25 - 4 5 6 7'],
  ['DOT/USDT buy 4.25 sl 4 tp 1 2 3', 'DOT/USDT BUY - 4.25 - 4 - - -'],
  [
    'TP 3: 1.1000\nTP 2: 1.0950\nTP 1: 1.0900\nSL: 1.0790\nEURUSD BUY 1.0842',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 1.1000',
  ],
  ['EURUSD buy 1.0842 lot 1.0 sl 1.0790 tp 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['EURUSD buy 1.0842 sl 1.0790 tp 1.0900 rr 1.5', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['USDJPY BUY 155.20 SL 154.60 TP 156.00 RSI 60 EMA 158', 'USD/JPY BUY - 155.20 - 154.60 156.00 - -'],
  ['USDJPY buy 155.20 SL -60 TP +120', 'USD/JPY BUY - 155.20 - - - - -'],
  ['GBPUSD SELL 1.2710 SL 40 TP 80', 'GBP/USD SELL - 1.2710 - - - - -'],
  ['XAUUSD SELL 2350-53, SL 58, TP 45 / 40 / 30', 'XAU/USD SELL - 2350 - - - - -'],
  ['SOL buy 150 leverage 140 sl 130 tp 170', 'SOL/USD BUY - 150 - 130 170 - -'],
  ['SOL buy 150 (current price 152.3) sl 130 tp 170', 'SOL/USD BUY - 150 - 130 170 - -'],
  ['Current price: 2352. SELL GOLD limit 2360, SL 2370, TP 2340', 'XAU/USD SELL - 2360 - 2370 2340 - -'],
  [
    'Long EURUSD @1.0842 (50% now, 50% at 1.0820), SL 1.0790, TP 1.0900',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -',
  ],
  [
    'Sell EURUSD. Reason: rejected 1.0900 twice. Entry 1.0842, SL 1.0910, TP 1.0750.',
    'EUR/USD SELL - 1.0842 - 1.0910 1.0750 - -',
  ],
  [
    'Bitcoin (BTC/USDT) long\nEntry 64250\nStop 62900\nTarget 66000',
    'BTC/USDT BUY - 64250 - 62900 66000 - -',
  ],
  ['BUY EURUSD 1.0842\nSL 1.0790\nBUY GBPUSD 1.2650\nSL 1.2600', 'EUR/USD BUY - 1.0842 - 1.0790 - - - more'],
  [
    'EURUSD closed at 1.0842 today. Buy stop 1.0860 SL 1.0810 TP 1.0960',
    'EUR/USD BUY - 1.0860 - 1.0810 1.0960 - -',
  ],
  ['London open 155.20. USDJPY buy 155.40 sl 154.80 tp 156.40', 'USD/JPY BUY - 155.40 - 154.80 156.40 - -'],
  // What not to do, and questions, are no plan.
  ["Don't buy EURUSD above 1.0842, SL 1.0790", null],
  ['EURUSD: do not buy yet. Sell 1.0842, SL 1.0890, TP 1.0750', 'EUR/USD SELL - 1.0842 - 1.0890 1.0750 - -'],
  ['No comprar EURUSD en 1.0842, SL 1.0790, TP 1.0900', null],
  ['Ne pas acheter EURUSD à 1,0842, SL 1,0790, TP 1,0900', null],
  ['Kein Kauf EURUSD bei 1,0842, Stopp 1,0790, Ziel 1,0900', null],
  ['Не покупать EURUSD от 1.0842, стоп 1.0790, цель 1.0900', null],
  ['Buy EURUSD at 1.0842, SL 1.0790, TP 1.0900?', null],
  ['EURUSD buy 1.0842. SL 1.0790 or 1.0780? TP 1.0900', 'EUR/USD BUY - 1.0842 - - 1.0900 - -'],
  // Orders at the market and at a limit behind labels.
  ['EURUSD buy\nEntry: market, SL 1.0790, TP 1.0900', 'EUR/USD BUY - - - 1.0790 1.0900 - -'],
  ['GBPUSD sell\nEntry: now, SL: 1.2760\nTP: 1.2640', 'GBP/USD SELL - - - 1.2760 1.2640 - -'],
  ['EURAUD sell 1.6412, stop 1.6465, limit 1.6310', 'EUR/AUD SELL - 1.6412 - 1.6465 - - -'],
  // Behind a number that is no target, the position of the next one is unknown.
  ['XAUUSD SELL 2350 SL 2360 TP 2340 23300 2320', 'XAU/USD SELL - 2350 - 2360 2340 - -'],
  ['XAUUSD SELL 2350 SL 2360 TP 2340 / 5 / 2320', 'XAU/USD SELL - 2350 - 2360 2340 - -'],
  // Targets out of order.
  [
    'EURUSD sell 1.0842, SL 1.0890, 2nd target 1.0750, 1st target 1.0800',
    'EUR/USD SELL - 1.0842 - 1.0890 1.0800 1.0750 -',
  ],
  [
    'EURUSD BUY 1.0842\n2nd TP: 1.0950\n1st TP: 1.0900\nSL: 1.0790',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -',
  ],
  ['Gold sell 2350, SL 2360, third target 2320, TP 2340', 'XAU/USD SELL - 2350 - 2360 - - 2320'],
  [
    'Gold buy, second entry 2340, first entry 2350, SL 2330, TP 2370',
    'XAU/USD BUY - 2350 2340 2330 2370 - -',
  ],
  // Numbers in names, and words that are units or labels.
  ['S&P 500 buy 5320 SL 5280 TP 5400', 'SPX500 BUY - 5320 - 5280 5400 - -'],
  ['S&P 500 long\nEntry 5,320\nStop 5,280\nTarget 5,400', 'SPX500 BUY - 5320 - 5280 5400 - -'],
  ['VIX buy 18.50 SL 16 TP 24', 'VIX BUY - 18.50 - 16 24 - -'],
  [
    "Achat EURUSD 1,0850 Point d'entrée 1,0842 SL 1,0790 TP 1,0900",
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -',
  ],
  // Zones of targets.
  ['EURUSD buy 1.0842 SL 1.0790 TP1 1.09-1.10', 'EUR/USD BUY - 1.0842 - 1.0790 - - -'],
  ['EURUSD buy 1.0842 SL 1.0790 TP1 1.0900-1.0910 TP2 1.0950', 'EUR/USD BUY - 1.0842 - 1.0790 - 1.0950 -'],
  // Ratios.
  ['EURUSD buy 1.0842 SL 1.0790 TP RR 1:2', 'EUR/USD BUY - 1.0842 - 1.0790 - - -'],
  ['DOTUSDT buy 2.05 SL 1.9 TP: 1:3', 'DOT/USDT BUY - 2.05 - 1.9 - - -'],
  ['DOTUSDT buy 2.05 SL 1.9 TP 1:3', 'DOT/USDT BUY - 2.05 - 1.9 - - -'],
  ['ADAUSDT buy 0.75 SL 0.7\nTP1: 1:1\nTP2: 1:2', 'ADA/USDT BUY - 0.75 - 0.7 - - -'],
  // An ordinal or a price.
  ['DOTUSDT buy 3.5 SL 3 TP 4 5 6', 'DOT/USDT BUY - 3.5 - 3 4 5 6'],
  ['DOTUSDT buy 2.5 SL 2 TP 3 4 5', 'DOT/USDT BUY - 2.5 - 2 - - -'],
  ['DOTUSDT buy 3.5 SL 3 TP 1 4 TP 2 5', 'DOT/USDT BUY - 3.5 - 3 - - -'],
  ['SOLUSDT buy 150 sl 145 tp 4 160 170', 'SOL/USDT BUY - 150 - 145 - - -'],
  ['XRPUSDT long 2.10 SL 2.0 TP 1:2.20 TP 2:2.30', 'XRP/USDT BUY - 2.10 - 2.0 2.20 2.30 -'],
  ['GBPUSD buy 1.2650 SL 1.2600 TP1/2 1.2700/1.2750', 'GBP/USD BUY - 1.2650 - 1.2600 - - -'],
  ['GBPUSD buy 1.2650 SL 1.2600 TP1 & TP2: 1.2700 1.2750', 'GBP/USD BUY - 1.2650 - 1.2600 1.2700 1.2750 -'],
  ['BTC/USDT (Bitcoin) buy 64250 SL 63100 TP 66000', 'BTC/USDT BUY - 64250 - 63100 66000 - -'],
  ['Gold (XAU/EUR) sell 2150 SL 2160 TP 2140', 'XAU/EUR SELL - 2150 - 2160 2140 - -'],
  // Lists without spaces, groups of digits and other notations.
  ['XAUUSD sell 2350,2355 sl 2362 tp 2340,2330', 'XAU/USD SELL - 2350 2355 2362 2340 2330 -'],
  [
    'EURUSD buy 1.0842,1.0830 SL 1.0790 TP 1.0900,1.0950',
    'EUR/USD BUY - 1.0842 1.0830 1.0790 1.0900 1.0950 -',
  ],
  ['US30 buy 38450,38400 SL 38300 TP 38600,38800', 'US30 BUY - 38450 38400 38300 38600 38800 -'],
  ['DAX short 18\u202f420 SL 18\u202f510 TP 18\u202f250', 'DAX SELL - 18420 - 18510 18250 - -'],
  ['XAUUSD buy 2’350.50 sl 2’340.00 tp 2’370.00', 'XAU/USD BUY - 2350.50 - 2340.00 2370.00 - -'],
  ['EURUSD BUY\r\nEntry 1.0842\r\nSL 1.0790\r\nTP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['DOGEUSDT buy .1532, SL .1490, TP=.1610', null],
  ['شراء EURUSD من ١٫٠٨٤٢، وقف ١٫٠٧٩٠، هدف ١٫٠٩٠٠', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['بيع BTCUSDT ٦٤٬٢٥٠ وقف ٦٥٬٩٠٠ هدف ٦١٬٨٠٠', 'BTC/USDT SELL - 64250 - 65900 61800 - -'],
  ['هل شراء EURUSD من 1.0842 SL 1.0790 TP 1.0900؟', null],
  ['USDTHB buy 36.40 SL 36.05 TP 37.20', 'USD/THB BUY - 36.40 - 36.05 37.20 - -'],
  ['USDINR sell 83.20 SL 83.50 TP 82.60', 'USD/INR SELL - 83.20 - 83.50 82.60 - -'],
  ['USDKRW buy 1,345 SL 1,335 TP 1,365', 'USD/KRW BUY - 1345 - 1335 1365 - -'],
  ['USDTRY buy 32.50 SL 32.1 TP 33.2', 'USD/TRY BUY - 32.50 - 32.1 33.2 - -'],
  ['USDHUF buy 360.50 SL 357 TP 366', 'USD/HUF BUY - 360.50 - 357 366 - -'],
  ['JPYUSD buy 0.0067 SL 0.0066 TP 0.0069', 'JPY/USD BUY - 0.0067 - 0.0066 0.0069 - -'],
  ['XAUUSD buy 2,350 SL 2,340 TP 2,370', 'XAU/USD BUY - 2350 - 2340 2370 - -'],
  ['PEPEUSDT buy 8,120 SL 7,640 TP 8,840', 'PEPE/USDT BUY - - - - - - -'],
  ['BTC long 65к SL 63к TP 68к', 'BTC/USD BUY - 65000 - 63000 68000 - -'],
  ['SOLUSDT buy 150k SL 145 TP 160', 'SOL/USDT BUY - - - - - - -'],
  ['SOLUSDT buy 1500 SL 145 TP 160', 'SOL/USDT BUY - - - - - - -'],
  // Dates, times, mentions, signs and units.
  ['@trader99 EURUSD buy 1.0842 @fx_1090 SL 1.0790 TP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['14h30 EURUSD buy 1.0842 SL 1.0790 TP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['SOLUSDT buy 17-05 150 SL 145 TP 160', 'SOL/USDT BUY - 150 - 145 160 - -'],
  ['SOLUSDT buy 05.17.24 150 SL 145 TP 160', 'SOL/USDT BUY - 150 - 145 160 - -'],
  ['SOLUSDT buy 17/05/2024 150 SL 145 TP 160', 'SOL/USDT BUY - 150 - 145 160 - -'],
  ['EURUSD buy 1.0842 SL 1.0790 TP 1.0900 until 17/05', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['Sat 18 May: EURUSD buy 1.0842 SL 1.0790 TP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['Vender EURUSD al 1.0842, SL 1.0890, TP 1.0750', 'EUR/USD SELL - - - 1.0890 1.0750 - -'],
  ['BTCUSDT long 64250 ×10 SL 63100 TP 66000', 'BTC/USDT BUY - 64250 - 63100 66000 - -'],
  ['USDJPY buy 155.20 lot 2 SL 154.60 TP 156.40', 'USD/JPY BUY - 155.20 - 154.60 156.40 - -'],
  ['USDJPY buy lot: 2 155.20 SL 154.60 TP 156.40', 'USD/JPY BUY - - - 154.60 156.40 - -'],
  ['USDJPY buy 155.20 SL 154.60 pips: 60 TP 156.40', 'USD/JPY BUY - 155.20 - 154.60 156.40 - -'],
  ['USDJPY buy 155.20 SL: 60 pips 154.60 TP 156.40', 'USD/JPY BUY - 155.20 - 154.60 156.40 - -'],
  ['USDJPY buy 155.20 SL 154.60 TP May 2024 156.40', 'USD/JPY BUY - 155.20 - 154.60 - - -'],
  ['SOLUSDT buy 150 USDT, SL 145 USDT, TP 160 USDT', 'SOL/USDT BUY - 150 - 145 160 - -'],
  // Names and time frames.
  ['US 30 buy 38450 SL 38300 TP 38600', 'US30 BUY - 38450 - 38300 38600 - -'],
  ['Dow Jones buy 38450 SL 38300 TP 38600', 'DOW BUY - 38450 - 38300 38600 - -'],
  ['S&P 5320 long SL 5280 TP 5400', '- BUY - - - 5280 5400 - -'],
  [
    'Symbol: EURUSD. GBPUSD is weak. Buy 1.0842 SL 1.0790 TP 1.0900',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -',
  ],
  ['EURUSD buy cancelled. GBPUSD sell 1.2710 SL 1.2760', '- SELL - 1.2710 - 1.2760 - - -'],
  ['Link in bio. EURUSD buy 1.0842 SL 1.0790 TP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['DOT: entry 6.20, SL 5.9, TP 7.10, long', '- BUY - 6.20 - 5.9 7.10 - -'],
  ['EURUSD D1 buy 1.0842 SL 1.0790 TP 1.0900', 'EUR/USD BUY 1D 1.0842 - 1.0790 1.0900 - -'],
  ['EURUSD MN1 buy 1.0842 SL 1.0690 TP 1.1100', 'EUR/USD BUY 1M 1.0842 - 1.0690 1.1100 - -'],
  ['EURUSD 1M buy 1.0842 SL 1.0690 TP 1.1100', 'EUR/USD BUY 1M 1.0842 - 1.0690 1.1100 - -'],
  ['GBPUSD sell 1.2710 SL 1.2760 TP 1.2640 in 4h', 'GBP/USD SELL - 1.2710 - 1.2760 1.2640 - -'],
  ['GBPUSD sell 1.2710 SL 1.2760 TP 1.2640, posted 4h ago', 'GBP/USD SELL - 1.2710 - 1.2760 1.2640 - -'],
  ['GBPUSD 4 hours sell 1.2710 SL 1.2760 TP 1.2640', 'GBP/USD SELL - 1.2710 - 1.2760 1.2640 - -'],
  ['GBPUSD 4-hour chart sell 1.2710 SL 1.2760 TP 1.2640', 'GBP/USD SELL 4H 1.2710 - 1.2760 1.2640 - -'],
  [
    'GBPUSD 1H trend, 4H chart: sell 1.2710 SL 1.2760 TP 1.2640',
    'GBP/USD SELL 4H 1.2710 - 1.2760 1.2640 - -',
  ],
  ['GBPUSD 1H and 4H sell 1.2710 SL 1.2760 TP 1.2640', 'GBP/USD SELL - 1.2710 - 1.2760 1.2640 - -'],
  // Labels and directions.
  ['GBPUSD BUY 1.2650\nEntry: now\nSL 1.2600\nTP 1.2700', 'GBP/USD BUY - 1.2650 - 1.2600 1.2700 - -'],
  ['Entry: 1.0842\nSL: 1.0790\nTP: 1.0900', '- BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['EURUSD SL 1.0790 TP 1.0900', null],
  ['EURUSD bullish week, sell 1.0842, TP 1.0750', 'EUR/USD SELL - 1.0842 - - 1.0750 - -'],
  ['EURUSD bullish stop 1.0790, target 1.0900', 'EUR/USD BUY - - - 1.0790 1.0900 - -'],
  ['EURUSD buy, stop 1.0790, target 1.0900', 'EUR/USD BUY - - - 1.0790 1.0900 - -'],
  ['EURUSD buy 1.0842 to 1.0830', 'EUR/USD BUY - 1.0842 1.0830 - - - -'],
  ['EURUSD buy 1.0842 and 1.0830, SL 1.0790', 'EUR/USD BUY - - - 1.0790 - - -'],
  ['GOLD buy 2350 - 2346 - 2340 SL 2330 TP 2360', 'XAU/USD BUY - 2350 2346 2330 2360 - -'],
  ['EURUSD buy 1.0842 1.2 SL 1.0790 TP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['EURUSD entry 1.0842-1.0842 SL 1.0790 TP 1.0900 buy', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['EURUSD buy 1.0842\nSL 1.0790\nTP1 1.0900\n1.0950', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['EURUSD buy\nSL 1.0790\nTP 1.0900\n1.0950\n1.1000', 'EUR/USD BUY - - - 1.0790 1.0900 1.0950 1.1000'],
  ['XAUUSD buy 2350 SL 2340 TP 2360 SL 2345', 'XAU/USD BUY - 2350 - - 2360 - -'],
  [
    'EURUSD buy 1.0842 SL 1.0790 TP 1.0900 (1:1), 1.0950 (1:2)',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -',
  ],
  ['EURUSD buy SL 1.0790 targets: 2nd 1.0950, 1st 1.0900', 'EUR/USD BUY - - - 1.0790 1.0900 1.0950 -'],
  ['EURUSD buy 1.0842 SL / TP 1.0790 / 1.0900 / 1.0950', 'EUR/USD BUY - 1.0842 - - - - -'],
  ['TP2/TP1 1.0950/1.0900 EURUSD buy 1.0842 SL 1.0790', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -'],
  ['EURUSD buy entry 1 / entry 2: 1.0842 / 1.0830 SL 1.0790', 'EUR/USD BUY - 1.0842 1.0830 1.0790 - - -'],
  ['EURUSD 1.0842 SL 1.0790\nBUY GBPUSD 1.2650 SL 1.2600', 'EUR/USD - - 1.0842 - 1.0790 - - - more'],
  ['Buy EURUSD 1.0842, SL 1.0790, then sell at 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 - - - more'],
  ['EURUSD 1.0842 buy\n1.0790 SL\n1.0900 TP', null],
  ['EURUSD buy 1.0842 SL 1.0790 TP 1.0900 cancelled', null],
  // Several entries and signals, dashes, styles of letters, and texts that are no signal.
  ['EURUSD buy 1.0842 SL 1.0790\nbuy 1.0750 SL 1.0700', 'EUR/USD BUY - 1.0842 - 1.0790 - - - more'],
  ['EURUSD BUY NOW 1.0842\nBUY LIMIT 1.0830\nSL 1.0790\nTP 1.0900', 'EUR/USD BUY - - - 1.0790 1.0900 - -'],
  ['EURUSD buy 1.0842 SL 1.0790\nGBPUSD 1.2710 SL 1.2760', 'EUR/USD BUY - 1.0842 - 1.0790 - - - more'],
  ['USDJPY SELL 155.20\nSL 155.80\nDXY looks weak\nTP 154.20', 'USD/JPY SELL - 155.20 - 155.80 154.20 - -'],
  ['GBPUSD sell 1.2710 entry\nSL 1.2760\nTP 1.2640', 'GBP/USD SELL - 1.2710 - 1.2760 1.2640 - -'],
  ['usd cad short 1.3712 SL 1.3760 TP 1.3640', 'USD/CAD SELL - 1.3712 - 1.3760 1.3640 - -'],
  ['nzd jpy short 92.40 SL 92.95 TP 91.60', 'NZD/JPY SELL - 92.40 - 92.95 91.60 - -'],
  ['gbp chf short 1.1310 SL 1.1360 TP 1.1240', 'GBP/CHF SELL - 1.1310 - 1.1360 1.1240 - -'],
  ['EURUSD W1 buy 1.0842 SL 1.0690 TP 1.1100', 'EUR/USD BUY 1W 1.0842 - 1.0690 1.1100 - -'],
  ['USDJPY buy 155.20 lot=2 SL 154.60 pips=60 TP 156.40', 'USD/JPY BUY - 155.20 - 154.60 156.40 - -'],
  ['EURUSD buy 1.0842 SL -1.0790 TP -1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['EURUSD BUY 1.0842 (NOT 1.0850) SL 1.0790 TP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  [
    'ＥＵＲＵＳＤ ＢＵＹ １．０８４２ ＳＬ １．０７９０ ＴＰ １．０９００',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -',
  ],
  ['SOLUSDT buy 5-12-2024 150 SL 145 TP 160', 'SOL/USDT BUY - 150 - 145 160 - -'],
  ['SOLUSDT buy 2024.05.17 150 SL 145 TP 160', 'SOL/USDT BUY - 150 - 145 160 - -'],
  ['SOLUSDT buy 17-05-24 150 SL 145 TP 160', 'SOL/USDT BUY - 150 - 145 160 - -'],
  ['SOLUSDT buy 05/17/24 150 SL 145 TP 160', 'SOL/USDT BUY - 150 - 145 160 - -'],
  ['Achat EURUSD\nEntre\u0301e 1,0842\nSL 1,0790\nTP 1,0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['1.EURUSD buy\n2.Entry 1.0842\n3.SL 1.0790\n4.TP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  [
    'EURUSD sell 1.0842, SL 1.0890, fourth target 1.0600, third target 1.0650',
    'EUR/USD SELL - 1.0842 - 1.0890 - - 1.0650',
  ],
  ['xbtusd long 64250 SL 63100 TP 66000', 'BTC/USD BUY - 64250 - 63100 66000 - -'],
  [
    'EURUSD buy\nEntry: 1.0842\nEntry: 1.0830\nSL 1.0790\nTP 1.0900',
    'EUR/USD BUY - 1.0842 1.0830 1.0790 1.0900 - -',
  ],
  ['Short here, TP 1.0750', '- SELL - - - - 1.0750 - -'],
  ['Sell, entry 1.0910', null],
  ['AUD/NZD\nEntry 1.0920', null],
  ['EURUSD buy 1.0842, what a trade', null],
  ['EURUSD buy 1.0842', 'EUR/USD BUY - 1.0842 - - - - -'],
  ['DOTUSDT long 4.2 SL 4 TP1 4.5 TP2 5 TP3 6 TP 4 7', 'DOT/USDT BUY - 4.2 - 4 4.5 5 6'],
  ['DOTUSDT long 4.2 SL 4 TP 4.5 5 6 TP 4 7', 'DOT/USDT BUY - 4.2 - 4 4.5 5 6'],
  ['EURUSD buy 1.0842 SL 1.0790 TP 1.0900\u200b', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  // Numbers out of reach of the entry.
  ['EURUSD buy 1.0842 SL 1.0790 TP 1.50 1.0950', 'EUR/USD BUY - 1.0842 - 1.0790 - - -'],
  ['DXY buy 104.2 SL 103.6 TP 150.4', 'DXY BUY - 104.2 - 103.6 - - -'],
  ['XAUUSD buy 2350 SL 2340 TP 3800', 'XAU/USD BUY - 2350 - 2340 - - -'],
  ['XAGUSD sell 29.35 SL 29.9 TP 18.1', 'XAG/USD SELL - 29.35 - 29.9 - - -'],
  ['USOIL sell 78.40 SL 79.20 TP 46.90', 'USOIL SELL - 78.40 - 79.20 - - -'],
  ['US30 buy 38450 SL 38300 TP 68600', 'US30 BUY - 38450 - 38300 - - -'],
  ['BTCUSD long 64250 SL 63100 TP 196000', 'BTC/USD BUY - 64250 - 63100 - - -'],
  ['SOLUSDT buy 148 SL 143 TP 153 158 500', 'SOL/USDT BUY - 148 - 143 153 158 -'],
  ['GBPJPY sell 191.40 SL 192.10 TP 160 200 pips', 'GBP/JPY SELL - 191.40 - 192.10 - - -'],
  // Units, brackets and lists.
  ['DOTUSDT buy 4.2 SL 4 % TP 5 %', 'DOT/USDT BUY - 4.2 - - - - -'],
  ['SOLUSDT buy 150.5, SL 145.5, 50 pips, TP 160.5, 100 pips', 'SOL/USDT BUY - 150.5 - 145.5 160.5 - -'],
  ['EURUSD :) buy 1.0842 (yesterday 1.0810) SL 1.0790 TP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['BUY EURUSD (NEAR 1.0842) SL 1.0790 TP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  ['DOTUSDT buy 3.5 SL 3 TP 4 4.5 5', 'DOT/USDT BUY - 3.5 - 3 4 4.5 5'],
  ['XRPUSDT long 0.52 SL 0.5 TP 1 0.55 2 0.6', 'XRP/USDT BUY - 0.52 - 0.5 - - -'],
  ['EURUSD buy 1.0842\n1.0790 SL\n1.0900 TP1\n1.0950 TP2', 'EUR/USD BUY - 1.0842 - - - - -'],
  ['EURUSD buy\n1. Entry 1.0842\n2. SL 1.0790\n3. 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 - - -'],
  ['XBTEUR long 60000 SL 58000 TP 66000', 'BTC/EUR BUY - 60000 - 58000 66000 - -'],
  ['Short here, TP3 1.0600', '- SELL - - - - - - 1.0600'],
  // More words of each language.
  [
    'EURUSD longing, entry point 1.0842, protective stop 1.0790, profit targets 1.0900 and 1.0950',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -',
  ],
  [
    'EURUSD short, open price: 1.0842, invalidation: 1.0890, exits: 1.0800 then 1.0750',
    'EUR/USD SELL - 1.0842 - 1.0890 1.0800 1.0750 -',
  ],
  ['EURUSD long, enter 1.0842, stop level 1.0790, tgt 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  [
    'Compramos EURUSD, zona de entrada 1.0842, límite de pérdidas 1.0790, toma de beneficios 1.0900',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -',
  ],
  [
    'EURUSD corto, punto de entrada 1.0842, stop de pérdida 1.0890, metas 1.0800 y 1.0750',
    'EUR/USD SELL - 1.0842 - 1.0890 1.0800 1.0750 -',
  ],
  [
    'EURUSD vendido, preço de entrada 1.0842, limite de perda 1.0890, realizar lucro 1.0800',
    'EUR/USD SELL - 1.0842 - 1.0890 1.0800 - -',
  ],
  [
    "EURUSD achetez, prix d'entrée 1,0842, stop de protection 1,0790, prise de bénéfices 1,0900",
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -',
  ],
  [
    'EURUSD vendre, entrée 1,0842, stop suiveur 1,0890, cibles 1,0800 puis 1,0750',
    'EUR/USD SELL - 1.0842 - 1.0890 1.0800 1.0750 -',
  ],
  [
    'EURUSD kaufe, Einstiegskurs 1,0842, Stoppkurs 1,0790, Gewinnziel 1,0900',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -',
  ],
  [
    'EURUSD Verkaufsorder, Einstiegszone 1,0842 bis 1,0850, Verlustbegrenzung 1,0890, Gewinnmitnahme 1,0800',
    'EUR/USD SELL - 1.0842 1.0850 1.0890 1.0800 - -',
  ],
  [
    "EURUSD comprare, prezzo d'ingresso 1,0842, stop perdita 1,0790, bersaglio 1,0900",
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -',
  ],
  [
    'EURUSD vendere, entrata 1,0842, stop in perdita 1,0890, presa di profitto 1,0800',
    'EUR/USD SELL - 1.0842 - 1.0890 1.0800 - -',
  ],
  [
    'EURUSD покупаем, точка входа 1.0842, стоп лосс 1.0790, тейк 1.0900',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -',
  ],
  [
    'EURUSD продаем, зона входа 1.0842, стоп приказ 1.0890, фиксация прибыли 1.0800',
    'EUR/USD SELL - 1.0842 - 1.0890 1.0800 - -',
  ],
  [
    'EURUSD alım, giriş seviyesi 1.0842, zararı durdur 1.0790, kârı al 1.0900',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -',
  ],
  [
    'EURUSD satış, giriş 1.0842, zararı kes 1.0890, hedefler 1.0800 ve 1.0750',
    'EUR/USD SELL - 1.0842 - 1.0890 1.0800 1.0750 -',
  ],
  [
    'لونج EURUSD نقطة الدخول 1.0842 ستوب لوس 1.0790 جني الارباح 1.0900',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -',
  ],
  [
    'شورت EURUSD سعر الدخول 1.0842 ايقاف الخسارة 1.0890 اهداف 1.0800 و 1.0750',
    'EUR/USD SELL - 1.0842 - 1.0890 1.0800 1.0750 -',
  ],
  ['EURUSD alcista, objetivo 1.0900, stop 1.0790', 'EUR/USD BUY - - - 1.0790 1.0900 - -'],
  ['EURUSD baissier, objectif 1,0800, stop 1,0890', 'EUR/USD SELL - - - 1.0890 1.0800 - -'],
  ['EURUSD медвежий, цель 1.0800, стоп 1.0890', 'EUR/USD SELL - - - 1.0890 1.0800 - -'],
  // What happened, in each language.
  ['EURUSD compra, objetivo 1.0900 alcanzado', null],
  ['EURUSD achat, objectif 1,0900 atteint', null],
  ['EURUSD Kauf, Ziel 1,0900 erreicht', null],
  ['EURUSD acquisto, obiettivo 1,0900 raggiunto', null],
  ['EURUSD покупка, цель 1.0900 достигнута', null],
  ['EURUSD alış, hedef 1.0900 vuruldu', null],
  ['شراء EURUSD الهدف 1.0900 تحقق', null],
  ['EURUSD TP 1.0900 smashed, buy again soon', null],
  // Words of labels and directions in another sense.
  ['EURUSD short squeeze above 1.0842, stop 1.0790, target 1.0900', null],
  ['EURUSD long term target 1.1200', null],
  ['EURUSD: stopped out at 1.0790, full stop. Buy again, TP 1.0900', 'EUR/USD BUY - - - - 1.0900 - -'],
  ['EURUSD compra, largo plazo, SL 1.0790, TP 1.0900', 'EUR/USD BUY - - - 1.0790 1.0900 - -'],
  ['EURUSD sell off, buy 1.0842, SL 1.0790, TP 1.0900', 'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - -'],
  // Units behind a label.
  ['EURUSD compra SL 40 puntos TP 80 puntos', null],
  ['SOLUSDT Kauf 150 SL 140 Punkte TP 160 Punkte', 'SOL/USDT BUY - 150 - - - - -'],
  ['SOLUSDT покупка 150 стоп 140 пунктов цель 160 пунктов', 'SOL/USDT BUY - 150 - - - - -'],
  ['SOLUSDT buy 150, TP 160 in 155 days', 'SOL/USDT BUY - 150 - - 160 - -'],
  ['XRPUSDT sell 2.85 SL 3.0 TP 1. 2.60 TP 2. 2.30', 'XRP/USDT SELL - 2.85 - 3.0 - - -'],
  ['XRPUSDT buy 2.05 SL 1.9\nTP 1. 2.30\nTP 2. 2.60\nTP 3. 2.90', 'XRP/USDT BUY - 2.05 - 1.9 - - -'],
  ['DOTUSDT sell 6.2 SL 6.6 TP 3. Good luck', 'DOT/USDT SELL - 6.2 - 6.6 3 - -'],
  // Repeated levels, another signal below, and marks behind the number of a target.
  ['XAUUSD buy 2350 SL 2340 TP 2360. SL 2340.00!', 'XAU/USD BUY - 2350 - 2340 2360 - -'],
  [
    'EURUSD BUY 1.0842\nSL 1.0790\nTP 1.0900\nSELL\nentry 1.0920\nSL 1.0960',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 - - more',
  ],
  ['DOTUSDT buy 2.05\nSL → 1.9\nTP 1 → 2.30\nTP 2 → 2.60', 'DOT/USDT BUY - 2.05 - 1.9 2.30 2.60 -'],
  ['DOTUSDT buy 2.05 SL 1.9 TP 1 = 2.30 TP 2 @ 2.60 TP 3 > 2.90', 'DOT/USDT BUY - 2.05 - 1.9 2.30 2.60 2.90'],
  ['DOTUSDT buy 2.05 SL 1.9 TP 1) 2.30 TP 2. 2.60', 'DOT/USDT BUY - 2.05 - 1.9 2.30 - -'],
  ['EURUSD buy\nEntry (rejected 1.0900): 1.0842\nSL 1.0790', 'EUR/USD BUY - 1.0842 - 1.0790 - - -'],
  [
    'EURUSD sell 1.0842 SL 1.0890 TP 1. 1.0800 TP 2. 1.0750',
    'EUR/USD SELL - 1.0842 - 1.0890 1.0800 1.0750 -',
  ],
  [
    'EURUSD buy 1.0842 SL 1.0790\nTP 1\n1.0900\nTP 2\n1.0950',
    'EUR/USD BUY - 1.0842 - 1.0790 1.0900 1.0950 -',
  ],
  ['XRPUSDT sell 2.85 SL 3.0\nTP 1\n2.60\nTP 2\n2.30', 'XRP/USDT SELL - 2.85 - 3.0 - - -'],
  ['DOTUSDT buy 4.25 SL 4\nTP 5\n6\n7', 'DOT/USDT BUY - 4.25 - 4 5 6 7'],
  ['DOTUSDT buy 4.25 SL 4 TP 5. 50 pips so far', 'DOT/USDT BUY - 4.25 - 4 5 - -'],
  ['XRPUSDT sell 2.85 SL 3 TP 1 : 2', 'XRP/USDT SELL - 2.85 - 3 - - -'],
  ['EURUSD buy 1.0842 SL 1.0790 Targets (3): 1.0900, 1.0950, 1.1000', 'EUR/USD BUY - 1.0842 - 1.0790 - - -'],
  ['join VIP now only 50$ per month, 95% accuracy, 1500 pips last week', null],
  ['I bought EURUSD at 1.0842 yesterday and sold at 1.0900', null],
  ['EURUSD: 1.0842, GBPUSD: 1.2650, USDJPY: 155.20', null],
];

/** Written after the reader was, and measured before it was changed for any of them. */
export const heldOutSignals: readonly LabelledSignal[] = [
  [
    '📊 FOREX SIGNAL 📊\n━━━━━━━━━\n💱 EUR/CHF\n📈 BUY\n━━━━━━━━━\n🎯 Entry ➜ 0.9520\n🛑 Stop ➜ 0.9475\n💰 Target ➜ 0.9600',
    'EUR/CHF BUY - 0.9520 - 0.9475 0.9600 - -',
  ],
  [
    'BANKNIFTY aside, NZDJPY sell below 92.40 SL above 92.95 TGT 91.60, 91.00',
    'NZD/JPY SELL - 92.40 - 92.95 91.60 91.00 -',
  ],
  [
    'Longing $INJ here at 24.5, stop under 22.9, taking profit at 27 and 31',
    'INJ/USD BUY - 24.5 - 22.9 27 31 -',
  ],
  [
    'XAUUSD M15 SELL SETUP\nEntry Price : 2318.5 - 2320.5\nStop Loss : 2325\nTP-1 : 2312\nTP-2 : 2305\nTP-3 : 2295',
    'XAU/USD SELL 15m 2318.5 2320.5 2325 2312 2305 2295',
  ],
  [
    'GBPCAD\n\nBuy Limit: 1.7150\nSL: 1.7100 (-50)\nTP: 1.7250 (+100)\n\nRR = 1:2\nConfidence: 80%',
    'GBP/CAD BUY - 1.7150 - 1.7100 1.7250 - -',
  ],
  [
    '🟢 LONG #MATICUSDT\nCross 5x\nEntry: 0.7120 / 0.7050\nTP: 0.7250, 0.7400, 0.7600, 0.8000\nSL: 0.6890',
    'MATIC/USDT BUY - 0.7120 0.7050 0.6890 0.7250 0.7400 0.7600',
  ],
  [
    'Signal sent at 08:45 (London)\nSELL EURAUD @ 1.6412\nStop 1.6465 | Limit 1.6310',
    'EUR/AUD SELL - 1.6412 - 1.6465 - - -',
  ],
  ['DE40 buy market, sl 18250, tp1 18420, tp2 18500, tp3 runner', 'DE40 BUY - - - 18250 18420 18500 -'],
  ['UK100 – Short @ 8,245 – SL 8,290 – TP 8,180 – 1H', 'UK100 SELL 1H 8245 - 8290 8180 - -'],
  ['eth 3.4k long, sl 3.3k, tp 3.6k', 'ETH/USD BUY - 3400 - 3300 3600 - -'],
  [
    'Operación: COMPRA EUR/JPY\nPrecio de entrada: 161,20\nStop: 160,60\nMeta 1: 161,90\nMeta 2: 162,50\nRiesgo: 1%\nMarco temporal: 1H',
    'EUR/JPY BUY 1H 161.20 - 160.60 161.90 162.50 -',
  ],
  [
    'On achète le GBP/JPY vers 191,20 avec un stop à 190,60 et un objectif à 192,50',
    'GBP/JPY BUY - 191.20 - 190.60 192.50 - -',
  ],
  [
    'Wir gehen short im EUR/USD: Einstieg 1,0890, Stop-Loss 1,0930, Take-Profit 1,0810 (CRV 1:2)',
    'EUR/USD SELL - 1.0890 - 1.0930 1.0810 - -',
  ],
  [
    'Sinal: ETHUSDT 📉 VENDA\nEntrada: 3.420,00\nAlvos: 3.350,00 / 3.280,00\nStop Loss: 3.490,00',
    'ETH/USDT SELL - 3420.00 - 3490.00 3350.00 3280.00 -',
  ],
  [
    'Segnale SHORT su GBPUSD\nPrezzo di ingresso 1.2700\nStop 1.2745\nTarget 1: 1.2650\nTarget 2: 1.2600',
    'GBP/USD SELL - 1.2700 - 1.2745 1.2650 1.2600 -',
  ],
  [
    'Пара: GBP/USD\nНаправление: SELL\nВход: 1.2710-1.2720\nСтоп-лосс: 1.2760\nТейк-профит 1: 1.2660\nТейк-профит 2: 1.2600',
    'GBP/USD SELL - 1.2710 1.2720 1.2760 1.2660 1.2600 -',
  ],
  ['Ons altın alış 2330, hedef 2345 ve 2360, stop 2320', 'XAU/USD BUY - 2330 - 2320 2345 2360 -'],
  [
    'زوج GBP/USD\nبيع من 1.2710\nالهدف 1: 1.2660\nالهدف 2: 1.2600\nالستوب: 1.2760',
    'GBP/USD SELL - 1.2710 - 1.2760 1.2660 1.2600 -',
  ],
  [
    'GOLD\n\nBuy: 2330\nTp1: 2333\nTp2: 2336\nTp3: 2340\nSl: 2322\n\nUse proper money management, 0.01 lot per 100$',
    'XAU/USD BUY - 2330 - 2322 2333 2336 2340',
  ],
  [
    'Today 3 trades:\n1) AUDUSD buy 0.6650 sl 0.6620 tp 0.6710\n2) USDCAD sell 1.3650 sl 1.3690 tp 1.3580',
    'AUD/USD BUY - 0.6650 - 0.6620 0.6710 - - more',
  ],
  ['EURUSD - SELL - 1.0910 - 1.0950 - 1.0830', 'EUR/USD SELL - - - - - - -'],
  ['Closed EURUSD long from 1.0842 at 1.0900, +58 pips. Next week we look at 1.0950.', null],
  ['GBPUSD: resistance 1.2750, support 1.2650. No trade until NFP at 13:30.', null],
  ['BTCUSD BUY 64250 SL 65900 TP 68000', 'BTC/USD - - - - - - - -'],
  [
    'WIFUSDT.P\nSHORT\nEntry: 2.415\nSL: 2.520\nTP1: 2.310\nTP2: 2.200\nLev: 10x',
    'WIF/USDT SELL - 2.415 - 2.520 2.310 2.200 -',
  ],
  [
    'BONK/USDT LONG ENTRY 0.00002210 SL 0.00002050 TP1 0.00002400 TP2 0.00002650 RISK 0.5%',
    'BONK/USDT BUY - 0.00002210 - 0.00002050 0.00002400 0.00002650 -',
  ],
  ['US30 SELL 39.250 SL 39.400 TP 38.900', 'US30 SELL - 39250 - 39400 38900 - -'],
  [
    'VIP: Silver long 29.10-28.90 | SL 28.40 | TPs 29.80 / 30.50 / 31.20',
    'XAG/USD BUY - 29.10 28.90 28.40 29.80 30.50 31.20',
  ],
  ['USDCHF Sell Stop @0.8820 Sl@0.8860 Tp@0.8750 exp 17/05', 'USD/CHF SELL - 0.8820 - 0.8860 0.8750 - -'],
  ['EURNZD longs look good, maybe 1.7900 next week?', null],
  [
    'SPX500 short from 5,320 invalidation 5,365 target 5,240 then 5,180',
    'SPX500 SELL - 5320 - 5365 5240 5180 -',
  ],
  [
    'LTC/USDT BUY 84.2-83.1 STOP 79.9 TARGET 88 92 97 (leverage 3x, risk 1%)',
    'LTC/USDT BUY - 84.2 83.1 79.9 88 92 97',
  ],
];
