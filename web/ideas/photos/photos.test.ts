import { describe, expect, it } from 'vitest';
import { splitPhotos } from './photos.ts';

const ORIGIN = 'https://ideas.example';

describe('the photos of an idea', () => {
  it('shows the photos of an idea, then the legacy chart, without duplicates', () => {
    const idea = { image_urls: ['/media/a.jpg', '/media/b.jpg'], chart_url: '/media/a.jpg' };
    expect(splitPhotos(idea, ORIGIN)).toEqual({ shown: ['/media/a.jpg', '/media/b.jpg'], elsewhere: [] });
    expect(splitPhotos({ image_urls: [], chart_url: '/media/c.jpg' }, ORIGIN).shown).toEqual([
      '/media/c.jpg',
    ]);
  });

  it('links photos on another origin, and drops invalid URLs', () => {
    const idea = {
      image_urls: ['https://charts.example/x.png', 'javascript:alert(1)', `${ORIGIN}/media/d.jpg`],
      chart_url: 'http://old.example/y.png',
    };
    expect(splitPhotos(idea, ORIGIN)).toEqual({
      shown: [`${ORIGIN}/media/d.jpg`],
      elsewhere: ['https://charts.example/x.png'],
    });
  });
});
