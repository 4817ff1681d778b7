import { type KeyboardEvent, useId, useRef } from 'react';
import { ImageField } from '../media/image-field.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { TextArea } from '../shared/ui/text-input.tsx';
import { formatLength, isTooLong } from './message-errors.ts';
import { useCompose } from './use-compose.ts';

/** SPEC §5: Enter sends, Shift+Enter does not. An Enter that confirms input method text does neither. */
const sendsOnEnter = (event: KeyboardEvent) =>
  event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;

/** The message form of an educator. */
export const ComposeBox = ({
  roomId,
  roomName,
  imageBusy,
  onImageBusy,
  onSent,
}: {
  roomId: string;
  roomName: string;
  imageBusy: boolean;
  onImageBusy: (busy: boolean) => void;
  onSent: () => void;
}) => {
  const id = useId();
  const compose = useCompose(roomId, onSent);
  const area = useRef<HTMLTextAreaElement>(null);
  const length = formatLength(compose.text);
  const canSend = compose.canSend && !imageBusy;
  const send = () => {
    if (canSend) compose.send();
    area.current?.focus();
  };
  return (
    <form
      aria-label="New message"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="grid gap-2"
    >
      {compose.error && (
        <p role="alert" id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-negative">
          <Icon name="warning" size={18} className="mt-px" />
          {`${compose.error} Your draft is saved.`}
        </p>
      )}
      <div className="flex items-end gap-2">
        <TextArea
          ref={area}
          // For browsers that don't fit the height to the text.
          rows={2}
          aria-label={`Message ${roomName}`}
          aria-describedby={`${compose.error ? `${id}-error ` : ''}${id}-hint`}
          aria-invalid={isTooLong(compose.text) || undefined}
          placeholder={`Message ${roomName}`}
          value={compose.text}
          readOnly={compose.sending}
          onChange={(event) => compose.setText(event.target.value)}
          onKeyDown={(event) => {
            if (!sendsOnEnter(event)) return;
            event.preventDefault();
            send();
          }}
          style={{ resize: 'none' }}
          className="field-sizing-content max-h-[33dvh] min-h-12 overflow-y-auto"
        />
        <Button type="submit" variant="primary" size="l" busy={compose.sending} disabled={!canSend}>
          Send
        </Button>
      </div>
      <div className="-mx-3 flex flex-wrap items-center justify-between gap-x-3">
        <ImageField url={compose.imageUrl} onChange={compose.setImage} onBusy={onImageBusy} />
        <p id={`${id}-hint`} className="flex gap-3 px-3 text-xs text-faint">
          <span className="max-sm:sr-only">Enter to send, Shift+Enter for a new line</span>
          {length && (
            <span role="status" className={isTooLong(compose.text) ? 'text-negative' : undefined}>
              {length}
            </span>
          )}
        </p>
      </div>
    </form>
  );
};
