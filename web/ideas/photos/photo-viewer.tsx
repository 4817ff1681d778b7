import { Dialog } from '@base-ui/react/dialog';
import type { KeyboardEvent } from 'react';
import { apiUrl } from '../../shared/api/api-base.ts';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { useInitialFocus } from '../../shared/ui/initial-focus.ts';
import { useOverlayHistory } from '../../shared/ui/overlay-history.ts';
import { useZoom } from './use-zoom.ts';

/** Pixels that an arrow key pans a zoomed photo. */
const KEY_STEP = 80;

const Photo = ({
  src,
  title,
  index,
  count,
  onStep,
}: {
  src: string;
  title: string;
  index: number;
  count: number;
  onStep: (by: -1 | 1) => void;
}) => {
  const { zoom, zoomIn, zoomOut, reset, move, stage } = useZoom(src);
  const enlarged = zoom.scale > 1;
  const keys = new Map<string, () => void>([
    ['+', zoomIn],
    ['=', zoomIn],
    ['-', zoomOut],
    ['0', reset],
    ['ArrowLeft', () => (enlarged ? move({ x: KEY_STEP, y: 0 }) : onStep(-1))],
    ['ArrowRight', () => (enlarged ? move({ x: -KEY_STEP, y: 0 }) : onStep(1))],
    ['ArrowUp', () => move({ x: 0, y: KEY_STEP })],
    ['ArrowDown', () => move({ x: 0, y: -KEY_STEP })],
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys.get(event.key);
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed anywhere in the viewer, on whichever button.
    <div onKeyDown={onKeyDown} className="grid h-full min-h-0 grid-rows-[auto_minmax(0,1fr)_auto]">
      <header className="flex items-center justify-between gap-3 px-4 py-2">
        <Dialog.Title className="truncate text-lg">{`${title}, photo ${index + 1} of ${count}`}</Dialog.Title>
        <Dialog.Close render={<IconButton icon="x" label="Close" />} />
      </header>
      <div {...stage} className="grid touch-none place-items-center overflow-hidden select-none">
        <img
          key={src}
          src={apiUrl(src)}
          alt={`${title}, ${index + 1} of ${count}`}
          draggable={false}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
          className="max-h-full max-w-full object-contain"
        />
      </div>
      <div className="flex items-center justify-center gap-2 p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        {count > 1 && <IconButton icon="left" label="Previous photo" onClick={() => onStep(-1)} />}
        {/* Not `disabled`: the press that reaches 100 % would lose the focus. */}
        <IconButton icon="minus" label="Zoom out" aria-disabled={!enlarged} onClick={zoomOut} />
        <p aria-live="polite" className="min-w-14 text-center text-sm text-muted tabular-nums">
          {`${Math.round(zoom.scale * 100)} %`}
        </p>
        <IconButton icon="plus" label="Zoom in" onClick={zoomIn} />
        {count > 1 && <IconButton icon="right" label="Next photo" onClick={() => onStep(1)} />}
      </div>
    </div>
  );
};

/** A full-window photo viewer: wheel, pinch, double click and + − 0 zoom; arrow keys pan or change the photo. */
const PhotoViewer = ({
  title,
  photos,
  at,
  onChange,
}: {
  title: string;
  photos: readonly string[];
  /** Null closes it. */
  at: number | null;
  onChange: (at: number | null) => void;
}) => {
  const src = at === null ? undefined : photos[at];
  useOverlayHistory(src !== undefined, () => onChange(null));
  const initialFocus = useInitialFocus();
  return (
    <Dialog.Root open={src !== undefined} onOpenChange={(open) => !open && onChange(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className="fixed inset-0 z-50 bg-background" />
        <Dialog.Popup {...initialFocus} className="fixed inset-0 z-50 outline-none">
          {src !== undefined && at !== null && (
            <Photo
              src={src}
              title={title}
              index={at}
              count={photos.length}
              onStep={(by) => onChange((at + by + photos.length) % photos.length)}
            />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

export default PhotoViewer;
