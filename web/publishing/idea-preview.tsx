import { ideaMessage } from '../../contract/notifications/idea-message.ts';
import type { PushMessage } from '../../contract/notifications/push.ts';
import type { NewIdea } from '../../contract/publishing/idea-writing.ts';
import { useSignedInUser } from '../account/session/current-user.ts';
import { useEducators } from '../educators/use-educators.ts';
import { IdeaCard } from '../ideas/idea-card.tsx';
import { type Idea, toIdea } from '../ideas/idea-model.ts';
import { apiUrl } from '../shared/api/api-base.ts';
import { toPreviewRow } from './preview-row.ts';

const heading = 'mb-2 text-sm font-medium text-muted';

/** A notification as a phone lays it out: icon, title, text and the cover photo. */
const PushPreview = ({ message }: { message: PushMessage }) => (
  <section aria-labelledby="push-preview">
    <h3 id="push-preview" className={heading}>
      Notification
    </h3>
    <div className="flex max-w-[64ch] gap-3 rounded-m border border-line-soft bg-raised p-4">
      <img src="/install/icon-192.png" alt="" className="size-9 shrink-0 rounded-s" />
      <div className="min-w-0 text-sm wrap-anywhere">
        <p dir="auto" className="font-semibold">
          {message.title}
        </p>
        <p dir="auto" className="whitespace-pre-line text-muted">
          {message.body}
        </p>
        {message.image && <img src={apiUrl(message.image)} alt="Cover" className="mt-2 max-h-24 rounded-s" />}
      </div>
    </div>
  </section>
);

/** What customers get: the notification of a new idea, and the card. An edit sends no notification. */
const IdeaPreview = ({ input, base, at }: { input: NewIdea; base: Idea | null; at: Date }) => {
  const user = useSignedInUser();
  const educator = useEducators().get(user.educatorId ?? '');
  const author = { ...user, fullName: educator?.fullName ?? user.fullName };
  const row = toPreviewRow(input, base, author, at);
  return (
    <>
      {!base && <PushPreview message={ideaMessage(row)} />}
      <section aria-labelledby="card-preview">
        <h3 id="card-preview" className={heading}>
          Card
        </h3>
        <IdeaCard idea={toIdea(row, educator)} />
      </section>
    </>
  );
};

export default IdeaPreview;
