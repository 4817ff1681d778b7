import { describe, expect, test } from 'vitest';
import { ideaRow } from '../../../contract/idea-row.fixture.ts';
import {
  changesOf,
  checkForm,
  emptyForm,
  formOf,
  formOfDraft,
  ladderOf,
  levelFault,
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

describe('the form of an idea', () => {
  test('starts Crypto, Bullish, Leverage', () => {
    expect(emptyForm).toMatchObject({ market_type: 'Crypto', order_type: 'BUY', idea_type: 'Leverage' });
  });

  test('follows the pair with its market until one was chosen', () => {
    expect(withField(emptyForm, 'pair', 'EUR/USD', false).market_type).toBe('Forex');
    expect(withField(emptyForm, 'pair', 'EUR/USD', true).market_type).toBe('Crypto');
  });

  test('misses every required field by name', () => {
    expect(checkForm(emptyForm)).toEqual({
      missing: true,
      faults: {
        pair: 'Pair is required',
        time_frame: 'Time frame is required',
        entry_1: 'Entry 1 is required',
        invalidation_level: 'Invalidation level is required',
        exit_1: 'Exit 1 is required',
      },
    });
  });

  test('says at the field what is wrong with a price or a link', () => {
    expect(checkForm({ ...filled, exit_2: '1,0985', video_url: 'http://x.test' })).toEqual({
      missing: false,
      faults: {
        exit_2: 'Use a point for decimals, like 1.0842',
        video_url: 'Video link must be a link that begins with https://',
      },
    });
    expect(levelFault('')).toBeUndefined();
    expect(levelFault('-1')).toBe('Enter a price above 0');
  });

  test('sends what was typed, pasted grouping without its commas, empty as none', () => {
    expect(checkForm({ ...filled, entry_1: ' 64,250.50 ' })).toMatchObject({
      input: { entry_1: '64250.50', entry_2: null, notes: null, video_url: null },
    });
  });

  test('gives the ladder what is a price already', () => {
    expect(ladderOf({ ...filled, exit_1: '1.', entry_2: '1.08' })).toMatchObject({
      entry_1: '1.0842',
      entry_2: '1.08',
      exit_1: null,
    });
  });

  test('sends only the changed fields of an edited idea', () => {
    const idea = toIdea(ideaRow({ notes: 'Why' }));
    const checked = checkForm({ ...formOf(idea), exit_3: '', invalidation_level: '1.0760' });
    expect('input' in checked && changesOf(idea, checked.input)).toEqual({
      exit_3: null,
      invalidation_level: '1.0760',
    });
  });

  test('sends photos in their new order, and takes a recording away', () => {
    const photos = ['a', 'b'].map((name) => `/media/${name.repeat(32)}.jpg`);
    const idea = toIdea(ideaRow({ image_urls: photos, audio_url: `/media/${'c'.repeat(32)}.weba` }));
    const form = { ...formOf(idea), image_urls: photos.toReversed(), audio_url: '' };
    const checked = checkForm(form);
    expect('input' in checked && changesOf(idea, checked.input)).toEqual({
      image_urls: photos.toReversed(),
      audio_url: null,
    });
    const same = checkForm(formOf(idea));
    expect('input' in same && changesOf(idea, same.input)).toEqual({});
  });

  test('keeps of a draft’s photos what can be uploads, up to three', () => {
    const photo = (name: string) => `/media/${name.repeat(32)}.jpg`;
    const image_urls = ['a', 'b', 'c', 'd'].map(photo);
    expect(formOfDraft({ image_urls: [7, 'https://x.test/a.jpg', ...image_urls] }).image_urls).toEqual(
      image_urls.slice(0, 3),
    );
    expect(formOfDraft({ image_urls: 'a' }).image_urls).toEqual([]);
  });

  test('restores a draft, and survives one that holds anything', () => {
    expect(formOfDraft({ ...filled, notes: 'half a sen' })).toMatchObject({
      pair: 'EUR/USD',
      notes: 'half a sen',
    });
    expect(formOfDraft({ pair: 7, order_type: 'HOLD', extra: 'x' })).toEqual(emptyForm);
    expect(formOfDraft(null)).toEqual(emptyForm);
  });
});
