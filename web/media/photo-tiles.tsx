import { useState } from 'react';
import { apiUrl } from '../shared/api/api-base.ts';
import { Button } from '../shared/ui/button.tsx';
import { Icon, type IconName } from '../shared/ui/icon.tsx';
import { IconButton } from '../shared/ui/icon-button.tsx';
import { Progress } from './progress.tsx';
import type { PhotoUpload, PhotoUploads } from './use-photo-uploads.ts';

export const tileClass = 'relative aspect-4/3 overflow-hidden rounded-m border border-line bg-sunken';

/** A button on a photo: dark, so that it is visible on any image, and 44 px on touch screens. */
export const TileButton = ({
  icon,
  label,
  off = false,
  onClick,
}: {
  icon: IconName;
  label: string;
  off?: boolean;
  onClick: () => void;
}) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    // Not `disabled`, which would lose the focus when a photo reaches an end.
    aria-disabled={off || undefined}
    onClick={() => !off && onClick()}
    className="grid size-9 place-items-center rounded-full bg-[#0b0f14d9] text-[#e9eef4] outline-offset-[-2px] hover:bg-[#0b0f14] aria-disabled:opacity-45 pointer-coarse:size-11"
  >
    <Icon name={icon} size={16} />
  </button>
);

/** An uploaded photo in the form, with buttons to move and remove it. */
export const PhotoTile = ({
  url,
  index,
  count,
  onMove,
  onRemove,
}: {
  url: string;
  index: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
}) => {
  const [lost, setLost] = useState(false);
  const name = `Photo ${index + 1}`;
  return (
    <li data-photo={url} aria-label={index === 0 ? `${name}, cover` : name} className={tileClass}>
      {lost ? (
        <p className="grid size-full place-content-center p-3 text-center text-xs text-negative">
          This photo is no longer available. Upload it again.
        </p>
      ) : (
        <img
          src={apiUrl(url)}
          alt={name}
          draggable={false}
          onError={() => setLost(true)}
          className="size-full object-cover"
        />
      )}
      {index === 0 && (
        <span className="absolute top-2 left-2 rounded-full bg-[#0b0f14d9] px-2.5 py-1 text-2xs font-semibold text-[#e9eef4]">
          Cover
        </span>
      )}
      <div className="absolute top-1.5 right-1.5">
        <TileButton icon="x" label={`Remove photo ${index + 1}`} onClick={onRemove} />
      </div>
      {count > 1 && (
        <div className="absolute inset-x-1.5 bottom-1.5 flex justify-between">
          <TileButton
            icon="left"
            label={`Move photo ${index + 1} left`}
            off={index === 0}
            onClick={() => onMove(index, index - 1)}
          />
          <TileButton
            icon="right"
            label={`Move photo ${index + 1} right`}
            off={index === count - 1}
            onClick={() => onMove(index, index + 1)}
          />
        </div>
      )}
    </li>
  );
};

/** A failed upload, on its own line with the reason. */
const FailedUpload = ({ upload, retry, drop }: UploadTileProps) => (
  <li
    aria-label="Photo not uploaded"
    className="col-span-full flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line py-1.5 pr-1.5 pl-4 text-sm"
  >
    <p role="alert" className="flex min-w-[min(10rem,100%)] grow items-center gap-2 text-negative">
      {upload.preview && (
        <img src={upload.preview} alt="" className="size-9 rounded-s object-cover opacity-60" />
      )}
      {upload.error}
    </p>
    <Button size="s" onClick={() => retry(upload.id)}>
      Try again
    </Button>
    <IconButton icon="x" label="Cancel upload" onClick={() => drop(upload.id)} />
  </li>
);

type UploadTileProps = { upload: PhotoUpload } & Pick<PhotoUploads, 'retry' | 'drop'>;

const UploadTile = (props: UploadTileProps) =>
  props.upload.error ? (
    <FailedUpload {...props} />
  ) : (
    <li aria-label="Photo being uploaded" className={tileClass}>
      {props.upload.preview && (
        <img src={props.upload.preview} alt="" className="size-full object-cover opacity-40" />
      )}
      <div className="absolute inset-0 grid place-content-center p-3">
        <Progress part={props.upload.progress} label="Uploading the photo" />
      </div>
      <div className="absolute top-1.5 right-1.5">
        <TileButton icon="x" label="Cancel upload" onClick={() => props.drop(props.upload.id)} />
      </div>
    </li>
  );

/** The photos that are being uploaded, each with its progress or its error. */
export const UploadTiles = ({ uploads, retry, drop }: Omit<PhotoUploads, 'add'>) =>
  uploads.map((upload) => <UploadTile key={upload.id} upload={upload} retry={retry} drop={drop} />);
