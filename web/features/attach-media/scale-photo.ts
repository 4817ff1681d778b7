import { PHOTO_QUALITY, PHOTO_WIDTH } from '../../../contract/media.ts';

/** The size of a photo that is at most `PHOTO_WIDTH` wide; smaller ones stay as they are. */
export const scaledSize = (width: number, height: number): { width: number; height: number } => {
  const factor = Math.min(1, PHOTO_WIDTH / width);
  return { width: Math.round(width * factor), height: Math.max(1, Math.round(height * factor)) };
};

/** SPEC §5: a photo as JPEG of quality 0.8, at most 800 px wide, upright. Throws where the browser cannot read it. */
export const scalePhoto = async (file: Blob): Promise<Blob> => {
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const canvas = Object.assign(document.createElement('canvas'), scaledSize(photo.width, photo.height));
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('No canvas to draw on');
    // JPEG knows no transparency: a chart with a clear background is meant for paper.
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
