import { Button } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { Progress } from './progress.tsx';
import type { useFileUpload } from './use-file-upload.ts';

/** The upload of a recording or video: its progress, or its error. */
export const UploadLine = ({
  what,
  upload: { under, retry, giveUp },
}: {
  what: string;
  upload: ReturnType<typeof useFileUpload>;
}) => {
  if (!under) return null;
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line px-4 py-2 text-sm">
      {under.error ? (
        <p role="alert" className="flex grow gap-1.5 text-negative">
          <Icon name="warning" size={18} />
          {under.error}
        </p>
      ) : (
        <div className="min-w-[min(10rem,100%)] grow">
          <Progress part={under.progress} label={`Uploading the ${what}`}>
            <span className="text-muted tabular-nums">{`Uploading, ${Math.round(under.progress * 100)} %`}</span>
          </Progress>
        </div>
      )}
      {under.error && (
        <Button size="s" onClick={() => void retry()}>
          Try again
        </Button>
      )}
      <Button size="s" variant="quiet" onClick={giveUp}>
        Cancel
      </Button>
    </div>
  );
};
