import { PHOTO_QUALITY, PHOTO_WIDTH } from '../../../contract/media.ts';

/** Scales a size down to at most `PHOTO_WIDTH`, never up. */
export const scaledSize = (width: number, height: number): { width: number; height: number } => {
  const factor = Math.min(1, PHOTO_WIDTH / width);
  return { width: Math.round(width * factor), height: Math.max(1, Math.round(height * factor)) };
};

/** Re-encodes a photo as JPEG (SPEC §5), upright. Throws when the browser cannot decode it. */
export const scalePhoto = async (file: Blob): Promise<Blob> => {
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const canvas = Object.assign(document.createElement('canvas'), scaledSize(photo.width, photo.height));
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('No canvas to draw on');
    // JPEG has no transparency. White suits charts with a transparent background.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(photo, 0, 0, canvas.width, canvas.height);
    const scaled = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', PHOTO_QUALITY),
    );
    if (!scaled) throw new Error('The photo could not be written');
    return scaled;
  } finally {
    photo.close();
  }
};
