import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../../contract/ideas/idea-row.fixture.ts';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { formatFilter, parseFilter } from '../../shared/hooks/use-address-filter.ts';
import { toIdea } from '../idea-model.ts';
import {
  type KeptByReader,
  keepForOtherMarket,
  listChoices,
  marketFilter,
  matchesFilters,
} from './market-filter.ts';

const idea = (changes: Partial<TradeIdea>) => toIdea(ideaRow(changes));
const ideas = [
  idea({ id: 'first', educator_id: '2', educator_name: 'Zoe', order_type: 'BUY', time_frame: '1D' }),
  idea({ id: 'second', educator_id: '3', educator_name: 'Bea', order_type: 'BUY', time_frame: '15m' }),
  idea({
    educator_id: '2',
    educator_name: 'Zoe',
    order_type: 'BUY',
    time_frame: '4H',
    idea_type: 'Exchange',
  }),
];
const nothing: KeptByReader = { followed: undefined, bookmarked: undefined };
const matching = (search: string, kept = nothing) =>
  ideas
    .filter((one) => matchesFilters(one, parseFilter(marketFilter, search), kept))
    .map(({ time_frame }) => time_frame);
const listLabels = (name: 'educator' | 'direction' | 'timeframe', selected?: string) =>
  listChoices(ideas, { [name]: selected }, new Map())[name].map(({ label }) => label);

describe('matchesFilters', () => {
  it('keeps the ideas that match every selected value', () => {
    expect(matching('')).toHaveLength(3);
    expect(matching('educator=2')).toEqual(['1D', '4H']);
    expect(matching('educator=2&type=Exchange')).toEqual(['4H']);
    expect(matching('timeframe=15m')).toEqual(['15m']);
    expect(matching('direction=Bearish')).toEqual([]);
  });

  it('keeps followed educators and bookmarked ideas, and everything until these are loaded', () => {
    const ids = ideas.map(({ id }) => id);
    expect(matching('followed=1', { ...nothing, followed: ['3'] })).toEqual(['15m']);
    expect(matching('bookmarked=1', { ...nothing, bookmarked: [ids[2]!] })).toEqual(['4H']);
    expect(matching('bookmarked=1&followed=1', { followed: ['2'], bookmarked: [] })).toEqual([]);
    expect(matching('bookmarked=1&followed=1')).toHaveLength(3);
  });

  it('takes spellings of one time frame for one choice, and sorts minutes before months', () => {
    const frames = ['1h', '1H', 'H1', '15M', 'M15', '1M', '30M'].map((time_frame) => idea({ time_frame }));
    const labels = listChoices(frames, {}, new Map()).timeframe.map(({ label }) => label);
    expect(labels).toEqual(['15m', '30m', '1H', '1M']);
  });

  it('ignores other parameters and empty values', () => {
    expect(matching('idea=abc&educator=&other=1')).toHaveLength(3);
  });
});

describe('the choices of a filter', () => {
  it('offers the values that occur, sorted', () => {
    expect(listLabels('educator')).toEqual(['Bea', 'Zoe']);
    expect(listLabels('direction')).toEqual(['Bullish']);
    expect(listLabels('timeframe')).toEqual(['15m', '4H', '1D']);
  });

  it('offers the selected value too', () => {
    expect(listLabels('direction', 'Bearish')).toEqual(['Bearish', 'Bullish']);
    expect(listLabels('educator', '7')).toEqual(['Bea', 'Professional Educator', 'Zoe']);
  });
});

describe('the filter in the address', () => {
  it('formats and parses the filter in the address without loss', () => {
    const values = { educator: '3', timeframe: '4H & more' };
    expect(parseFilter(marketFilter, formatFilter(values))).toEqual(values);
    expect(formatFilter({})).toBe('');
  });

  it('keeps direction, type and time frame for the other market', () => {
    const values = parseFilter(marketFilter, 'educator=3&direction=Bullish&type=Leverage&timeframe=4H');
    expect(formatFilter(keepForOtherMarket(values))).toBe('?direction=Bullish&type=Leverage&timeframe=4H');
  });
});
