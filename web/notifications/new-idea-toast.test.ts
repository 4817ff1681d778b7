import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import type { NewIdea } from '../ideas/idea-lists.ts';
import { toIdea } from '../ideas/idea-model.ts';
import { buildNewIdeaToast, MAX_AGE_MS, type Recipient, shouldNotify } from './new-idea-toast.ts';

const now = Date.UTC(2026, 0, 15, 12);
const newIdea = (pair: string, changes: Partial<NewIdea> = {}, educatorId = '1'): NewIdea => ({
  idea: toIdea(ideaRow({ id: `id-${pair}`, pair, educator_id: educatorId, educator_name: 'Ada Wren' })),
  marketType: 'Forex',
  timestamp: new Date(now - 1_000).toISOString(),
  ...changes,
});
const reader: Recipient = { educatorId: null, settings: { Forex: true, Crypto: true }, now };

describe('shouldNotify', () => {
  it('accepts ideas of markets that are on', () => {
    expect(shouldNotify(newIdea('EUR/USD'), reader)).toBe(true);
    expect(shouldNotify(newIdea('EUR/USD'), { ...reader, settings: { Forex: false, Crypto: true } })).toBe(
      false,
    );
    expect(
      shouldNotify(newIdea('BTC/USD', { marketType: 'Crypto' }), {
        ...reader,
        settings: { Forex: false, Crypto: true },
      }),
    ).toBe(true);
  });

  it('skips the author and accepts another educator', () => {
    expect(shouldNotify(newIdea('EUR/USD'), { ...reader, educatorId: '1' })).toBe(false);
    expect(shouldNotify(newIdea('EUR/USD'), { ...reader, educatorId: '2' })).toBe(true);
  });

  it('skips test data', () => {
    expect(shouldNotify(newIdea('EUR/USD', {}, '9'), { ...reader, educatorId: '2' })).toBe(false);
  });

  it('skips ideas older than the limit and accepts times in the future', () => {
    const late = (ms: number) => newIdea('EUR/USD', { timestamp: new Date(now - ms).toISOString() });
    expect(shouldNotify(late(MAX_AGE_MS + 1), reader)).toBe(false);
    expect(shouldNotify(late(MAX_AGE_MS), reader)).toBe(true);
    expect(shouldNotify(late(-3_600_000), reader)).toBe(true);
  });
});

describe('buildNewIdeaToast', () => {
  it('names pair, direction, market and educator and links to the idea', () => {
    expect(buildNewIdeaToast([newIdea('EUR/USD')])).toEqual({
      title: 'EUR/USD Bullish',
      description: 'New Forex idea by Ada Wren',
      link: { label: 'View', href: '/ideas/id-EUR%2FUSD' },
    });
  });

  it('combines several ideas with their count and the first pairs', () => {
    const burst = ['EUR/USD', 'GBP/JPY', 'AUD/CAD', 'USD/CHF'].map((pair) => newIdea(pair));
    expect(buildNewIdeaToast(burst)).toEqual({
      title: '4 new ideas',
      description: 'EUR/USD, GBP/JPY, AUD/CAD and 1 more',
      link: { label: 'View', href: '/customer/forex' },
    });
  });

  it('links to the dashboard for ideas of both markets', () => {
    const both = [newIdea('EUR/USD'), newIdea('BTC/USD', { marketType: 'Crypto' })];
    expect(buildNewIdeaToast(both)?.link?.href).toBe('/customer/dashboard');
    expect(buildNewIdeaToast([])).toBeNull();
  });
});
