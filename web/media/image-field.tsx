import { useEffect, useRef } from 'react';
import { apiUrl } from '../shared/api/api-base.ts';
import { TileButton, tileClass, UploadTiles } from './photo-tiles.tsx';
import { PickFile } from './pick-file.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';
import { usePhotoUploads } from './use-photo-uploads.ts';

/** One image for a message: picked, dropped or pasted. A new one replaces it. */
export const ImageField = ({
  url,
  onChange,
  onBusy,
}: {
  url: string | null;
  onChange: (url: string | null) => void;
  onBusy: (busy: boolean) => void;
}) => {
  const { uploads, add, retry, drop } = usePhotoUploads(0, onChange);
  const replaceImage = (file: File) => {
    for (const { id } of uploads) drop(id);
    onChange(null);
    add([file]);
  };
  const isDragOver = useDroppedFiles(([file]) => file && replaceImage(file));
  const busy = uploads.length > 0;
  const input = useRef<HTMLInputElement>(null);
  const remove = () => {
    onChange(null);
    // The remove button disappears with the image.
    input.current?.focus();
  };
  useEffect(() => onBusy(busy), [busy, onBusy]);

  return (
    <div className="flex flex-wrap items-center gap-3">
      {(url !== null || busy) && (
        <ul aria-label="Image" className="ml-3 w-36">
          {url !== null && (
            <li className={tileClass}>
              <img src={apiUrl(url)} alt="Attached" className="size-full object-cover" />
              <div className="absolute top-1.5 right-1.5">
                <TileButton icon="x" label="Remove image" onClick={remove} />
              </div>
            </li>
          )}
          <UploadTiles uploads={uploads} retry={retry} drop={drop} />
        </ul>
      )}
      <PickFile
        ref={input}
        icon="image"
        label={isDragOver ? 'Drop image here' : url === null && !busy ? 'Add image' : 'Replace image'}
        aria-label="Add image"
        accept="image/*"
        onFile={replaceImage}
        className="px-3 text-sm font-medium text-muted hover:text-text"
      />
    </div>
  );
};
