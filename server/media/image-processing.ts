import { writeFile } from 'node:fs/promises';
import sharp, { type ResizeOptions } from 'sharp';
import { PROFILE_IMAGE_SIZE } from '../../contract/account/profiles.ts';
import { fitPhoto, PHOTO_QUALITY } from '../../contract/media/media.ts';
import { DAMAGED, MediaRejected, processingQueue } from './processing.ts';

/** DESIGN §8. Checked in the header, before decoding. */
const MAX_PIXELS = 40_000_000;
/** The web app sends 800 px; other clients may send more. */
const MAX_WIDTH = 1600;
/** Resize options for an image of this size. */
export type ImageShape = (width: number, height: number) => ResizeOptions;
export const PHOTO: ImageShape = (width, height) => ({
  ...fitPhoto(width, height, MAX_WIDTH),
  fit: 'fill',
});
/** The central square. */
export const PORTRAIT: ImageShape = (width, height) => {
  const side = Math.min(width, height, PROFILE_IMAGE_SIZE);
  return { width: side, height: side, fit: 'cover' };
};
const TIMEOUT_SECONDS = 20;
const TOO_MANY_PIXELS = 'It has more than 40 megapixels';

/** Size of the new file. */
type EncodedImage = { width: number; height: number; byteSize: number };

// Only the decoders of accepted formats: a fake PNG is at worst a broken PNG.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}File`),
});
// No cache, because uploads never repeat; one thread each, because two files are processed at a time.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Re-encodes the image at `source` as JPEG at `target`: upright, without metadata or anything else from the file.
 * Throws MediaRejected.
 */
export const reencode = (source: string, target: string, shape: ImageShape): Promise<EncodedImage> =>
  processingQueue.add(async () => {
    const { data, info } = await encodeJpeg(source, shape).catch(toMediaRejected);
    await writeFile(target, data);
    return { width: info.width, height: info.height, byteSize: info.size };
  });

const encodeJpeg = async (source: string, shape: ImageShape) => {
  const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const { pages = 1, autoOrient } = await image.metadata();
  const { width, height } = autoOrient;
  if (width * height > MAX_PIXELS) throw new MediaRejected(TOO_MANY_PIXELS);
  if (pages > 1) throw new MediaRejected('It is animated');
  // No chroma subsampling: a chart's thin red and green lines must stay visible.
  const jpegOptions = { quality: PHOTO_QUALITY * 100, chromaSubsampling: '4:4:4' };
  return image
    .autoOrient()
    .resize(shape(width, height))
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .jpeg(jpegOptions)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer({ resolveWithObject: true });
};

/** Any libvips error is caused by the file. */
const toMediaRejected = (error: Error): never => {
  if (error instanceof MediaRejected) throw error;
  throw new MediaRejected(/pixel limit/i.test(error.message) ? TOO_MANY_PIXELS : DAMAGED);
};
