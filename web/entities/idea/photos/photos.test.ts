import { describe, expect, it } from 'vitest';
import { splitPhotos } from './photos.ts';

const ORIGIN = 'https://ideas.example';

describe('the photos of an idea', () => {
  it('are its own photos, then the legacy chart, without duplicates', () => {
    const idea = { image_urls: ['/media/a.jpg', '/media/b.jpg'], chartUrl: '/media/a.jpg' };
    expect(splitPhotos(idea, ORIGIN)).toEqual({ shown: ['/media/a.jpg', '/media/b.jpg'], elsewhere: [] });
    expect(splitPhotos({ image_urls: [], chartUrl: '/media/c.jpg' }, ORIGIN).shown).toEqual(['/media/c.jpg']);
  });

  it('on another origin are links, and invalid URLs are dropped', () => {
    const idea = {
      image_urls: ['https://charts.example/x.png', 'javascript:alert(1)', `${ORIGIN}/media/d.jpg`],
      chartUrl: 'http://old.example/y.png',
    };
    expect(splitPhotos(idea, ORIGIN)).toEqual({
      shown: [`${ORIGIN}/media/d.jpg`],
      elsewhere: ['https://charts.example/x.png'],
    });
  });
});
