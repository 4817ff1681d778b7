import { useId, useRef, useState } from 'react';
import { PROFILE_IMAGE_SIZE } from '../../../contract/account/profiles.ts';
import { isHeic, mediaMessages, PHOTO_QUALITY } from '../../../contract/media/media.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { FieldError } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { showToast } from '../../shared/ui/toast.ts';

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
const cropToSquare = async (file: Blob): Promise<string> => {
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

/** Chooses or removes the profile picture. Accepts any image the browser can decode (SPEC §5). */
export const PictureField = ({
  name,
  image,
  onChange,
}: {
  name: string;
  image: string | null;
  onChange: (image: string | null) => void;
}) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** Why the last file was refused, until another is chosen. */
  const [error, setError] = useState<string | null>(null);
  const remove = () => {
    onChange(null);
    // The button disappears with the picture, so its focus moves to the input.
    input.current?.focus();
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    try {
      onChange(await cropToSquare(file));
      setError(null);
    } catch {
      const isImage = file.type.startsWith('image/');
      const { heic, failed, notAccepted } = mediaMessages;
      const { title, text } = isHeic(file) ? heic : isImage ? failed.image : notAccepted.image;
      setError(text);
      showToast({ title, description: text, tone: 'error' });
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={name} image={image} size="l" />
      <div className="flex flex-wrap gap-2">
        <label
          htmlFor={id}
          className="inline-flex h-11 cursor-pointer items-center rounded-control border border-line px-4 text-sm font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent hover:bg-raised"
        >
          {image ? 'Change picture' : 'Add a picture'}
          <input
            ref={input}
            id={id}
            // biome-ignore lint/a11y/noAutofocus: the user has just opened the form.
            autoFocus
            type="file"
            accept="image/*"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className="sr-only"
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
        {image && (
          <Button variant="quiet" className="px-4 text-sm" onClick={remove}>
            <Icon name="trash" size={18} />
            Remove picture
          </Button>
        )}
      </div>
      <div className="w-full empty:hidden">
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </div>
  );
};
