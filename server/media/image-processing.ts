import { writeFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import sharp, { type ResizeOptions } from 'sharp';
import { PHOTO_QUALITY } from '../../contract/media.ts';
import { PROFILE_IMAGE_SIZE } from '../../contract/profiles.ts';

/** DESIGN §8. Checked on the header, before anything is decoded. */
export const MAX_PIXELS = 40_000_000;
/** What the server keeps of an image. The web app sends 800 px; other callers may send more, but not a poster. */
const LARGEST = { width: 1600, height: 4800 };
/** What is made of an image of so many pixels. */
export type ImageShape = (width: number, height: number) => ResizeOptions;
export const PHOTO: ImageShape = () => ({ ...LARGEST, fit: 'inside', withoutEnlargement: true });
/** The middle of it, square. */
export const PORTRAIT: ImageShape = (width, height) => {
  const side = Math.min(width, height, PROFILE_IMAGE_SIZE);
  return { width: side, height: side, fit: 'cover' };
};
const SLOWEST_SECONDS = 20;
const TOO_MANY_PIXELS = 'It has more than 40 megapixels';

/** What the new file is: its pixels and its bytes. */
export type Reencoded = { width: number; height: number; byteSize: number };

/** An image that will not be kept, and why: the reason stands at the field, SPEC §8's sentence above it. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
}

// One decoder per format we take: a file that pretends to be a PNG can at worst be a broken PNG.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}File`),
});
// Uploads are never the same twice, and two at a time keep both cores of a small machine busy.
sharp.cache(false);
sharp.concurrency(1);
const atMostTwo = pLimit(2);

/**
 * Makes a new JPEG of the image at `source` in `target`: upright, without metadata, and without whatever else the file
 * held. Throws ImageRefused.
 */
export const reencode = (source: string, target: string, shape: ImageShape): Promise<Reencoded> =>
  atMostTwo(async () => {
    const { data, info } = await jpegOf(source, shape).catch(refuse);
    await writeFile(target, data);
    return { width: info.width, height: info.height, byteSize: info.size };
  });

const jpegOf = async (source: string, shape: ImageShape) => {
  const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const { width, height, pages = 1 } = await image.metadata();
  if (width * height > MAX_PIXELS) throw new ImageRefused(TOO_MANY_PIXELS);
  if (pages > 1) throw new ImageRefused('It is animated');
  // Full colour resolution: a chart's thin red and green lines are what people look for.
  const look = { quality: PHOTO_QUALITY * 100, chromaSubsampling: '4:4:4' };
  return image
    .autoOrient()
    .resize(shape(width, height))
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .jpeg(look)
    .timeout({ seconds: SLOWEST_SECONDS })
    .toBuffer({ resolveWithObject: true });
};

/** Whatever libvips stumbles over is in the file. */
const refuse = (error: Error): never => {
  if (error instanceof ImageRefused) throw error;
  throw new ImageRefused(
    /pixel limit/i.test(error.message) ? TOO_MANY_PIXELS : 'It is damaged or incomplete',
  );
};
