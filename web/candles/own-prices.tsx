import { useQuery } from '@tanstack/react-query';
import {
  getOwnPrices,
  MAX_CHECK_COMMENT,
  type OwnContradiction,
  type OwnTouch,
  putCheckComment,
} from '../../contract/candles/own-prices.ts';
import { updateIdea } from '../../contract/publishing/idea-writing.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { saveIdea, showSaved } from '../ideas/undo.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import { callRoute } from '../shared/api/api-request.ts';
import { invalidatePrefix } from '../shared/api/query-client.ts';
import { routeQuery } from '../shared/api/route-query.ts';
import { useSubmit } from '../shared/hooks/use-submit.ts';
import { useUnsaved } from '../shared/hooks/use-unsaved.ts';
import { Button } from '../shared/ui/button.tsx';
import { Field } from '../shared/ui/field.tsx';
import { FormError } from '../shared/ui/notice.tsx';
import { TextArea } from '../shared/ui/text-input.tsx';
import { describeCheck, describeOwnTouch, suggestClose } from './price-text.ts';

/** Prices come once a minute. */
const REFRESH_MS = 60_000;

/** What prices say of the educator's own ideas; nothing without a source, or when it fails. */
const useOwnPrices = (ideaId: string) => {
  const query = routeQuery(getOwnPrices, {});
  const { data } = useQuery({ ...query, staleTime: REFRESH_MS / 2, refetchInterval: REFRESH_MS });
  const isThis = ({ idea_id }: { idea_id: string }) => idea_id === ideaId;
  return { touches: data?.touches.filter(isThis) ?? [], contradiction: data?.contradictions.find(isThis) };
};

const boxClass = 'grid gap-3 rounded-m border border-line bg-sunken p-4 text-sm';

/** "Kraken: exit 1 reached at 14:02 GMT. Close as successful?", and a button that does it, with this level and time. */
const TouchLine = ({ touch, idea }: { touch: OwnTouch; idea: Idea }) => {
  const close = suggestClose(touch);
  const { errors, busy, onSubmit } = useSubmit(async () => {
    if (close) showSaved(await saveIdea(idea, close.changes), { title: 'Trade idea updated' });
  }, updateIdea.failure);
  return (
    <form onSubmit={onSubmit} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p>{describeOwnTouch(touch)}</p>
      {close && (
        <Button size="s" type="submit" busy={busy}>
          {close.label}
        </Button>
      )}
      <FormError>{Object.values(errors)[0]}</FormError>
    </form>
  );
};

/** A contradiction before everybody sees it, with room for one comment. */
const Contradiction = ({ contradiction }: { contradiction: OwnContradiction }) => {
  const { idea_id, check, comment, shown_at } = contradiction;
  const [draft, setDraft, endDraft] = useUnsaved<string>(`check comment ${idea_id}`);
  const text = draft ?? comment;
  const { form, errors, busy, onSubmit } = useSubmit(async () => {
    await callRoute(putCheckComment, { params: { id: idea_id }, body: { comment: text.trim() } });
    await invalidatePrefix(getOwnPrices.path);
    endDraft(draft);
  });
  return (
    <form ref={form} aria-label="Contradicted result" className={boxClass} onSubmit={onSubmit}>
      <p>{describeCheck(check)}</p>
      <p className="text-muted">
        {`Everybody sees this from ${absoluteTime(shown_at)}, unless you correct the result before.`}
      </p>
      <Field label="Your comment, shown beside it" error={errors.comment ?? errors.form}>
        <TextArea
          rows={2}
          maxLength={MAX_CHECK_COMMENT}
          value={text}
          readOnly={busy}
          onChange={(event) => setDraft(event.target.value)}
        />
      </Field>
      <div>
        <Button size="s" type="submit" busy={busy} disabled={text.trim() === comment}>
          Save comment
        </Button>
      </div>
    </form>
  );
};

/** For its educator: which levels of an open idea were touched last, or that prices contradict its result. */
export const OwnPrices = ({ idea }: { idea: Idea }) => {
  const { touches, contradiction } = useOwnPrices(idea.id);
  if (idea.closed_at) return contradiction ? <Contradiction contradiction={contradiction} /> : null;
  if (touches.length === 0) return null;
  return (
    <section aria-label="Touched levels" className={boxClass}>
      {touches.slice(-2).map((touch) => (
        <TouchLine key={touch.level} touch={touch} idea={idea} />
      ))}
    </section>
  );
};
