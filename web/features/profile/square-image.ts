import { PHOTO_QUALITY } from '../../../contract/media.ts';
import { PROFILE_IMAGE_SIZE } from '../../../contract/profiles.ts';

/** The largest square in the middle of an image, and the size it is drawn at. */
export const computeCentreSquare = (width: number, height: number) => {
  const side = Math.min(width, height);
  return {
    x: Math.floor((width - side) / 2),
    y: Math.floor((height - side) / 2),
    side,
    size: Math.max(1, Math.min(side, PROFILE_IMAGE_SIZE)),
  };
};

/** A picture as a data URL (SPEC §3), small enough for the browser's storage. Throws if it is not an image. */
export const cropToSquare = async (file: Blob): Promise<string> => {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const { x, y, side, size } = computeCentreSquare(image.width, image.height);
    const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('No canvas to draw on');
    // JPEG has no transparency.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, size, size);
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, x, y, side, side, 0, 0, size, size);
    return canvas.toDataURL('image/jpeg', PHOTO_QUALITY);
  } finally {
    image.close();
  }
};
