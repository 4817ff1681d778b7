import { useEffect, useId, useRef, useState } from 'react';
import { MAX_PHOTOS } from '../../contract/media/media.ts';
import { classNames } from '../shared/ui/class-names.ts';
import { FieldError } from '../shared/ui/field.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { moveItem } from './accepted-photos.ts';
import { FieldLegend } from './field-parts.tsx';
import { PhotoTile, UploadTiles } from './photo-tiles.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';
import { usePhotoUploads } from './use-photo-uploads.ts';

/** Up to three photos: picked, dropped or pasted. The first is the cover. */
export const PhotoField = ({
  urls,
  onChange,
  onUploading,
  error,
}: {
  urls: readonly string[];
  onChange: (update: (urls: readonly string[]) => readonly string[]) => void;
  onUploading: (busy: boolean) => void;
  error: string | undefined;
}) => {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const refocus = useRef<{ url: string; label: RegExp } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const { uploads, add, retry, drop } = usePhotoUploads(urls.length, (url) =>
    onChange((now) => [...now, url]),
  );
  const isDragOver = useDroppedFiles(add);
  const count = urls.length + uploads.length;
  const busy = uploads.length > 0;

  useEffect(() => onUploading(busy), [busy, onUploading]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each reorder, because a moved element loses the focus.
  useEffect(() => {
    const wanted = refocus.current;
    refocus.current = null;
    if (!wanted) return;
    const tile = [...(list.current?.children ?? [])].find((item) =>
      item.matches(`[data-photo="${wanted.url}"]`),
    );
    const buttons = [...(tile?.querySelectorAll('button') ?? [])];
    buttons.find((button) => wanted.label.test(button.getAttribute('aria-label') ?? ''))?.focus();
  }, [urls]);

  const move = (from: number, to: number) => {
    const url = urls[from];
    if (url === undefined || from === to) return;
    refocus.current = { url, label: to < from ? /left$/ : /right$/ };
    onChange((now) => moveItem(now, from, to));
    setAnnouncement(
      `Photo moved to position ${to + 1} of ${urls.length}${to === 0 ? ". It's now the cover." : ''}`,
    );
  };

  const remove = (url: string) => {
    onChange((now) => now.filter((other) => other !== url));
    setAnnouncement('Photo removed');
  };

  return (
    <fieldset
      data-focus-region=""
      aria-describedby={error ? `${id}-error` : undefined}
      className="grid min-w-0 gap-2"
    >
      <FieldLegend>Photos</FieldLegend>
      {count > 0 && (
        <ul ref={list} aria-label="Photos" className="grid grid-cols-2 gap-3 @min-[34rem]:grid-cols-3">
          {urls.map((url, index) => (
            <PhotoTile
              key={url}
              url={url}
              index={index}
              count={urls.length}
              onMove={move}
              onRemove={() => remove(url)}
            />
          ))}
          <UploadTiles uploads={uploads} retry={retry} drop={drop} />
        </ul>
      )}
      <label
        className={classNames(
          'relative flex min-h-14 cursor-pointer flex-wrap items-center gap-3 rounded-control border border-dashed px-4 py-3 text-sm text-muted transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent hover:border-edge hover:text-text',
          isDragOver ? 'border-accent bg-accent-wash text-text' : 'border-line',
        )}
      >
        <Icon name="image" />
        <span className="grow">
          {isDragOver ? 'Drop photos here' : count < MAX_PHOTOS ? 'Add photos' : 'All photos added'}
          {!isDragOver && count < MAX_PHOTOS && (
            <span className="pointer-coarse:hidden">: browse, drop or paste</span>
          )}
        </span>
        <span className="whitespace-nowrap text-faint tabular-nums">{`${count} of ${MAX_PHOTOS}`}</span>
        <input
          type="file"
          accept="image/*"
          multiple
          aria-label="Add photos"
          data-focus-home
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            // Without this, choosing the same file again fires no change event.
            event.target.value = '';
          }}
          className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
        />
      </label>
      <FieldError id={`${id}-error`} error={error} />
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  );
};
