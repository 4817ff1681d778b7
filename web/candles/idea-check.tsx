import { CHECK_COMMENT, priceCheck } from '../../contract/candles/price-check.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { useAllRevisions } from '../ideas/use-revisions.ts';
import { describeCheck } from './price-text.ts';

/** What prices said of a closed idea's result, from the ledger; nothing before, or after the result was changed. */
const IdeaCheck = ({ idea }: { idea: Idea }) => {
  const { revisions } = useAllRevisions(idea.id);
  const last = revisions?.findLast(({ action }) => action === 'checked');
  const readField = (name: string) => last?.changes.find(({ field }) => field === name)?.new;
  const { data: check } = priceCheck.safeParse(readField('check'));
  const comment = readField(CHECK_COMMENT);
  if (!check || check.status !== idea.status || check.result_level !== idea.result_level) return null;
  return (
    <section aria-labelledby="check" className="grid gap-2 text-sm">
      <h2 id="check" className="text-xl">
        Checked by prices
      </h2>
      <p>{describeCheck(check)}</p>
      {typeof comment === 'string' && (
        <p className="text-muted wrap-anywhere">
          {'The educator’s comment: '}
          <bdi>{comment}</bdi>
        </p>
      )}
    </section>
  );
};

export default IdeaCheck;
