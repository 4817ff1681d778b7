import { describe, expect, it } from 'vitest';
import { type Arrival, isNews, LONG_ABSENCE_MS, type Reader, toastOf } from './new-idea-toast.ts';

const now = Date.UTC(2026, 0, 15, 12);
const arrival = (pair: string, changes: Partial<Arrival> = {}, educatorId = '1'): Arrival => ({
  tradeIdea: { id: `id-${pair}`, pair, orderType: 'BUY', educatorId, educatorName: 'Ada Wren' },
  marketType: 'Forex',
  timestamp: new Date(now - 1_000).toISOString(),
  ...changes,
});
const reader: Reader = { educatorId: null, settings: { Forex: true, Crypto: true }, now };

describe('an arrival', () => {
  it('is news for whoever has its market on', () => {
    expect(isNews(arrival('EUR/USD'), reader)).toBe(true);
    expect(isNews(arrival('EUR/USD'), { ...reader, settings: { Forex: false, Crypto: true } })).toBe(false);
    expect(
      isNews(arrival('BTC/USD', { marketType: 'Crypto' }), {
        ...reader,
        settings: { Forex: false, Crypto: true },
      }),
    ).toBe(true);
  });

  it('is none for its own author, but for another educator', () => {
    expect(isNews(arrival('EUR/USD'), { ...reader, educatorId: '1' })).toBe(false);
    expect(isNews(arrival('EUR/USD'), { ...reader, educatorId: '2' })).toBe(true);
  });

  it('is none where it is test data', () => {
    expect(isNews(arrival('EUR/USD', {}, '9'), { ...reader, educatorId: '2' })).toBe(false);
  });

  it('is none where it comes late, from a long absence; a clock that runs behind hears it', () => {
    const late = (ms: number) => arrival('EUR/USD', { timestamp: new Date(now - ms).toISOString() });
    expect(isNews(late(LONG_ABSENCE_MS + 1), reader)).toBe(false);
    expect(isNews(late(LONG_ABSENCE_MS), reader)).toBe(true);
    expect(isNews(late(-3_600_000), reader)).toBe(true);
  });
});

describe('its toast', () => {
  it('names pair, direction, market and educator, and leads to it', () => {
    expect(toastOf([arrival('EUR/USD')])).toEqual({
      title: 'EUR/USD Bullish',
      description: 'New Forex idea by Ada Wren',
      link: { label: 'View', href: '/customer/forex?idea=id-EUR/USD' },
    });
  });

  it('of a burst is one, with their number and first names', () => {
    const burst = ['EUR/USD', 'GBP/JPY', 'AUD/CAD', 'USD/CHF'].map((pair) => arrival(pair));
    expect(toastOf(burst)).toEqual({
      title: '4 new ideas',
      description: 'EUR/USD, GBP/JPY, AUD/CAD and 1 more',
      link: { label: 'View', href: '/customer/forex' },
    });
  });

  it('of both markets leads to both', () => {
    const both = [arrival('EUR/USD'), arrival('BTC/USD', { marketType: 'Crypto' })];
    expect(toastOf(both)?.link?.href).toBe('/customer/dashboard');
    expect(toastOf([])).toBeNull();
  });
});
