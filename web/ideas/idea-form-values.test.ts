import { describe, expect, test } from 'vitest';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import { DISCLOSURE_REQUIRED, requiredIdeaFields } from '../../contract/publishing/idea-writing.ts';
import {
  emptyForm,
  findChanges,
  findLevelError,
  type IdeaFormValues,
  parseDraft,
  toFormValues,
  toLadderLevels,
  validateForm,
  withField,
} from './idea-form-values.ts';
import { toIdea } from './idea-model.ts';

const filled = {
  ...emptyForm,
  pair: 'EUR/USD',
  time_frame: '4H',
  entry_1: '1.0842',
  invalidation_level: '1.0755',
  exit_1: '1.0921',
};

describe('the values of the idea form', () => {
  test('starts with Crypto, Bullish and Leverage (§4.4, §5.8, §9.18)', () => {
    expect(emptyForm).toMatchObject({ market_type: 'Crypto', order_type: 'BUY', idea_type: 'Leverage' });
  });

  test('sets the market from the pair until the educator chooses one', () => {
    expect(withField(emptyForm, 'pair', 'EUR/USD', false).market_type).toBe('Forex');
    expect(withField(emptyForm, 'pair', 'EUR/USD', true).market_type).toBe('Crypto');
  });

  test('reports every missing required field by name (§5.4)', () => {
    expect(validateForm(emptyForm)).toEqual({
      missing: true,
      errors: {
        pair: 'Pair is required',
        time_frame: 'Time frame is required',
        entry_1: 'Entry 1 is required',
        invalidation_level: 'Invalidation level is required',
        exit_1: 'Exit 1 is required',
      },
    });
  });

  test('reports a missing disclosure only where it is required', () => {
    const required = [...requiredIdeaFields, 'disclosure'] as const;
    expect(validateForm(filled, required)).toEqual({
      missing: true,
      errors: { disclosure: DISCLOSURE_REQUIRED },
    });
    expect(validateForm({ ...filled, disclosure: 'none' }, required)).toMatchObject({
      input: { disclosure: 'none' },
    });
    expect(validateForm(filled)).toMatchObject({ input: { disclosure: 'not_stated' } });
  });

  test('reports an invalid price or link at its field', () => {
    expect(validateForm({ ...filled, exit_2: '1,098', exit_3: '1.1.1', video_url: 'http://x.test' })).toEqual(
      {
        missing: false,
        errors: {
          exit_2: 'Which number do you mean?',
          exit_3: 'Enter a price, e.g. 1.0842',
          video_url: 'Video link must start with https://',
        },
      },
    );
    expect(findLevelError('')).toBeUndefined();
    expect(findLevelError('-1')).toBe('Enter a price above 0');
  });

  test('sends values with a decimal point and without grouping, and null for empty fields', () => {
    expect(validateForm({ ...filled, entry_1: ' 64,250.50 ', exit_1: '64.300,5' })).toMatchObject({
      input: { entry_1: '64250.50', exit_1: '64300.5', entry_2: null, notes: null, video_url: null },
    });
  });

  test('passes only valid prices to the ladder', () => {
    expect(toLadderLevels({ ...filled, exit_1: '1.', entry_2: '1,08' })).toMatchObject({
      entry_1: '1.0842',
      entry_2: '1.08',
      exit_1: null,
    });
  });

  test('sends only the changed fields of an edited idea', () => {
    const idea = toIdea(ideaRow({ notes: 'Why' }));
    const checked = validateForm({ ...toFormValues(idea), exit_3: '', invalidation_level: '1.0760' });
    expect('input' in checked && findChanges(idea, checked.input)).toEqual({
      exit_3: null,
      invalidation_level: '1.0760',
    });
  });

  test('sends a disclosure only if it was changed, also for an idea from before the question', () => {
    const idea = toIdea(ideaRow({ disclosure: null }));
    const changes = (disclosure: IdeaFormValues['disclosure']) => {
      const checked = validateForm({ ...toFormValues(idea), disclosure });
      return 'input' in checked && findChanges(idea, checked.input);
    };
    expect(toFormValues(idea).disclosure).toBe('not_stated');
    expect(changes('not_stated')).toEqual({});
    expect(changes('opposite')).toEqual({ disclosure: 'opposite' });
  });

  test('sends photos in their new order, and null for a removed recording', () => {
    const photos = ['a', 'b'].map((name) => `/media/${name.repeat(32)}.jpg`);
    const idea = toIdea(ideaRow({ image_urls: photos, audio_url: `/media/${'c'.repeat(32)}.weba` }));
    const form = { ...toFormValues(idea), image_urls: photos.toReversed(), audio_url: '' };
    const checked = validateForm(form);
    expect('input' in checked && findChanges(idea, checked.input)).toEqual({
      image_urls: photos.toReversed(),
      audio_url: null,
    });
    const same = validateForm(toFormValues(idea));
    expect('input' in same && findChanges(idea, same.input)).toEqual({});
  });

  test('restores at most three uploaded photos from a draft', () => {
    const photo = (name: string) => `/media/${name.repeat(32)}.jpg`;
    const image_urls = ['a', 'b', 'c', 'd'].map(photo);
    expect(parseDraft({ image_urls: [7, 'https://x.test/a.jpg', ...image_urls] }).image_urls).toEqual(
      image_urls.slice(0, 3),
    );
    expect(parseDraft({ image_urls: 'a' }).image_urls).toEqual([]);
  });

  test('restores a draft and ignores invalid data in it', () => {
    const draft = { ...filled, notes: 'half a sen', disclosure: 'plan_to' };
    expect(parseDraft(draft)).toEqual(draft);
    expect(parseDraft({ pair: 7, order_type: 'HOLD', disclosure: 'maybe', extra: 'x' })).toEqual(emptyForm);
    expect(parseDraft(null)).toEqual(emptyForm);
  });
});
