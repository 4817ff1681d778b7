import { describe, expect, test } from 'vitest';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import { toIdea } from './idea-model.ts';

describe('toIdea', () => {
  test('takes name, image and specialty from the educator, else from the row and the defaults (§3.14)', () => {
    const educator = {
      id: '3',
      firstName: 'Maya',
      lastName: 'Okafor-Lind',
      // As she chose to be called on her profile.
      fullName: 'Maya of the Lindens',
      email: null,
      profileImage: '/profile-images/3',
      specialty: 'Swing Trading',
      profilePath: null,
    };
    expect(toIdea(ideaRow(), educator)).toMatchObject({
      educator_name: 'Maya of the Lindens',
      educator_image: '/profile-images/3',
      specialty: 'Swing Trading',
    });
    expect(toIdea(ideaRow())).toMatchObject({ educator_name: 'Maya Okafor', specialty: 'Trading' });
    expect(toIdea(ideaRow({ educator_name: ' ' })).educator_name).toBe('Professional Educator');
  });

  test('reports SPX in a completed list as Forex (SPEC §7)', () => {
    const spx = { pair: 'SPX/USDT', market_type: 'Crypto' } as const;
    expect(toIdea(ideaRow({ ...spx, status: 'successful' })).market_type).toBe('Forex');
    expect(toIdea(ideaRow({ ...spx, status: 'active' })).market_type).toBe('Crypto');
  });

  test('falls back to the legacy columns for exits and photos', () => {
    const idea = toIdea(
      ideaRow({
        exit_2: null,
        exit_3: null,
        take_profit_2: '1.10',
        photo_url: '/p.jpg',
        chart_url: '/c.png',
      }),
    );
    expect(idea).toMatchObject({ exit_2: '1.10', exit_3: null, image_urls: ['/p.jpg'], chart_url: '/c.png' });
    expect(toIdea(ideaRow({ image_urls: ['/a', '/b'], photo_url: '/p' })).image_urls).toEqual(['/a', '/b']);
  });

  test('keeps levels as they were typed', () => {
    expect(toIdea(ideaRow({ entry_1: '1.0800' }))).toMatchObject({
      order_type: 'BUY',
      entry_1: '1.0800',
      exit_3: '1.1062',
    });
  });
});
