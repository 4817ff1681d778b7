import { describe, expect, it } from 'vitest';
import { findBestWindow, toOwnUrl } from './click.ts';

const tab = (url: string, focused = false, visibilityState = 'hidden') => ({ url, focused, visibilityState });
const idea = 'https://app.example/ideas/1';

describe('the window that a clicked notification opens', () => {
  it('returns the window that shows the idea, even if another is focused', () => {
    const there = tab(idea);
    expect(findBestWindow([tab('https://app.example/', true, 'visible'), there], idea)).toBe(there);
  });

  it('returns the focused window otherwise, then a visible one, then any', () => {
    const [any, seen, held] = [tab('a'), tab('b', false, 'visible'), tab('c', true, 'visible')];
    expect(findBestWindow([any, seen, held], idea)).toBe(held);
    expect(findBestWindow([any, seen], idea)).toBe(seen);
    expect(findBestWindow([any], idea)).toBe(any);
    expect(findBestWindow([], idea)).toBeUndefined();
  });

  it.each([
    ['/ideas/1', idea],
    ['https://elsewhere.example/', 'https://app.example/'],
    ['//elsewhere.example/', 'https://app.example/'],
    ['javascript:alert(1)', 'https://app.example/'],
    [undefined, 'https://app.example/'],
  ])('opens for %s an address of this site (%s)', (path, href) => {
    expect(toOwnUrl(path, 'https://app.example').href).toBe(href);
  });
});
