import { useEffect, useId } from 'react';
import { clockTime } from '../shared/clock-time.ts';
import { Button } from '../shared/ui/button.tsx';
import { FieldError } from '../shared/ui/field.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { IconButton } from '../shared/ui/icon-button.tsx';
import { VoicePlayer } from '../shared/ui/voice-player.tsx';
import { FieldLegend } from './field-parts.tsx';
import { PickFile } from './pick-file.tsx';
import { MAX_SECONDS, recordingFormat } from './recording-format.ts';
import { UploadLine } from './upload-line.tsx';
import { useFileUpload } from './use-file-upload.ts';
import { useRecorder } from './use-recorder.ts';

/** Loudness of the last seconds. Decorative: the time beside it shows that the recording runs. */
const LevelMeter = ({ levels, still }: { levels: readonly number[]; still: boolean }) => (
  <div aria-hidden="true" className={`flex h-7 items-center gap-0.5 ${still ? 'opacity-45' : ''}`}>
    {levels.map((level, place) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity but their position.
        key={place}
        style={{ scale: `1 ${Math.max(0.1, level)}` }}
        className="h-full w-1 rounded-full bg-accent transition-[scale] duration-100"
      />
    ))}
  </div>
);

/** A running recording: loudness, duration and controls. */
const RecorderPanel = ({ recorder }: { recorder: ReturnType<typeof useRecorder> }) => {
  const { state, seconds, levels, pause, resume, stop, discard } = recorder;
  const paused = state === 'paused';
  return (
    <section
      aria-label="Recording"
      className="grid gap-3 rounded-control border border-line bg-sunken p-4 text-sm"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex items-center gap-2 font-medium">
          <span className={`size-2.5 rounded-full ${paused ? 'bg-edge' : 'animate-breathe bg-negative'}`} />
          {paused ? 'Paused' : 'Recording'}
          <span className="font-normal text-muted tabular-nums">
            {`${clockTime(seconds)} of ${clockTime(MAX_SECONDS)}`}
          </span>
        </p>
        <LevelMeter levels={levels} still={paused} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="s" onClick={stop}>
          <Icon name="stop" size={16} />
          Stop and save
        </Button>
        <Button size="s" variant="quiet" onClick={paused ? resume : pause}>
          <Icon name={paused ? 'mic' : 'pause'} size={16} />
          {paused ? 'Resume' : 'Pause'}
        </Button>
        <Button size="s" variant="quiet" onClick={discard}>
          <Icon name="trash" size={16} />
          Discard
        </Button>
      </div>
    </section>
  );
};

/** The voice explanation: recorded in the browser, or an uploaded file. */
export const VoiceField = ({
  url,
  onChange,
  onUploading,
  error,
}: {
  url: string;
  onChange: (url: string) => void;
  onUploading: (busy: boolean) => void;
  error: string | undefined;
}) => {
  const id = useId();
  const upload = useFileUpload('audio', onChange);
  const recorder = useRecorder((recording) => void upload.send(recording));
  const canRecord = recordingFormat() !== null;
  const recording = recorder.state === 'recording' || recorder.state === 'paused';
  const busy = recording || upload.under !== null;

  useEffect(() => onUploading(busy), [busy, onUploading]);

  return (
    <fieldset
      data-focus-region=""
      aria-describedby={error ? `${id}-error` : undefined}
      className="grid min-w-0 gap-2"
    >
      <FieldLegend>Voice explanation</FieldLegend>
      {recording && <RecorderPanel recorder={recorder} />}
      <UploadLine what="recording" upload={upload} />
      {!busy && url && (
        <div className="flex min-w-0 items-center gap-2">
          <VoicePlayer src={url} className="grow" />
          <IconButton icon="trash" label="Remove the voice explanation" onClick={() => onChange('')} />
        </div>
      )}
      {!busy && !url && (
        <div className="flex min-h-14 flex-wrap items-center gap-2 rounded-control border border-dashed border-line p-1.5">
          {canRecord && (
            <Button
              busy={recorder.state === 'asking'}
              aria-invalid={error ? true : undefined}
              onClick={() => void recorder.start()}
            >
              <Icon name="mic" size={18} />
              Record
            </Button>
          )}
          <PickFile
            icon="plus"
            label="Add an audio file"
            accept="audio/*,.weba,.m4a"
            onFile={(file) => void upload.send(file)}
          />
        </div>
      )}
      <FieldError id={`${id}-error`} error={recorder.error ?? error} />
    </fieldset>
  );
};
