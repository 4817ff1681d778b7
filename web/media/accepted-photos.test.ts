import { describe, expect, it } from 'vitest';
import { fitPhoto } from '../../contract/media/media.ts';
import { moveItem, selectPhotos } from './accepted-photos.ts';

const photo = (size = 1_000, type = 'image/png', name = 'a') => ({ type, size, name });
const MB = 1024 * 1024;

describe('selectPhotos', () => {
  it('accepts up to three photos in order', () => {
    const files = [photo(1), photo(2), photo(3)];
    expect(selectPhotos(files, 0)).toEqual({ chosen: files, complaint: null });
    expect(selectPhotos(files, 2)).toEqual({
      chosen: [files[0]],
      complaint: { title: 'Upload limit reached', text: 'You can upload maximum 3 photos per trade idea' },
    });
    expect(selectPhotos([photo()], 3).chosen).toEqual([]);
  });

  it.each(['text/plain', 'application/pdf', 'video/mp4', 'image/svg+xml', ''])(
    'rejects the type "%s"',
    (type) => {
      expect(selectPhotos([photo(1, type), photo(2)], 0)).toEqual({
        chosen: [photo(2)],
        complaint: { title: 'Invalid file type', text: 'Please upload only image files' },
      });
    },
  );

  it.each([
    ['', 'IMG_0001.HEIC'],
    ['image/heic', 'a'],
    ['image/heif-sequence', 'a'],
    ['application/octet-stream', 'a.heif'],
  ])('accepts a photo of an iPhone of the type "%s", named %s: some browsers decode it', (type, name) => {
    expect(selectPhotos([photo(1, type, name)], 0).complaint).toBeNull();
  });

  it('rejects files of 10 MB or more', () => {
    expect(selectPhotos([photo(10 * MB - 1)], 0).complaint).toBeNull();
    expect(selectPhotos([photo(10 * MB)], 0)).toEqual({
      chosen: [],
      complaint: { title: 'File too large', text: 'Please upload images smaller than 10MB' },
    });
  });
});

describe('a photo', () => {
  it('scales a photo to 800 px of width and never enlarges it (§5.11)', () => {
    expect(fitPhoto(1600, 1000)).toEqual({ width: 800, height: 500 });
    expect(fitPhoto(4000, 3)).toEqual({ width: 800, height: 1 });
    expect(fitPhoto(640, 2000)).toEqual({ width: 640, height: 2000 });
  });

  it.each([
    [1080, 12_000, 800, 8889],
    [1170, 14_000, 800, 9573],
    [720, 11_000, 720, 11_000],
    [800, 10_000, 800, 10_000],
    [800, 20_000, 566, 14_142],
    [1080, 40_000, 465, 17_213],
    [1, 65_000, 1, 65_000],
    [4000, 4000, 800, 800],
    [12_000, 1080, 800, 72],
  ])('bounds the pixels of a photo, not its height: %i by %i', (width, height, ...size) => {
    const fitted = fitPhoto(width, height);
    expect([fitted.width, fitted.height]).toEqual(size);
    expect(fitted.width * fitted.height).toBeLessThan(8_010_000);
  });

  it('moves a photo to another position while the others keep their order', () => {
    expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  });
});
