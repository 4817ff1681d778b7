import { describe, expect, it } from 'vitest';
import { moveItem, selectPhotos } from './select-photos.ts';
import { scaledSize } from './use-photo-uploads.ts';

const photo = (size = 1_000, type = 'image/png') => ({ type, size });
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
    expect(scaledSize(1600, 1000)).toEqual({ width: 800, height: 500 });
    expect(scaledSize(4000, 3)).toEqual({ width: 800, height: 1 });
    expect(scaledSize(640, 2000)).toEqual({ width: 640, height: 2000 });
  });

  it('moves a photo to another position while the others keep their order', () => {
    expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  });
});
