import { priceCheck } from '../../contract/candles/price-check.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { useAllRevisions } from '../ideas/use-revisions.ts';
import { describeCheck, describeMoves } from './price-text.ts';

/** What prices said of a closed idea's result, from the ledger; nothing before, or after the result was changed. */
const IdeaCheck = ({ idea }: { idea: Idea }) => {
  const { revisions } = useAllRevisions(idea.id);
  const last = revisions?.findLast(({ action }) => action === 'checked');
  const { data: check } = priceCheck.safeParse(last?.changes[0]?.new);
  if (!check || check.status !== idea.status || check.result_level !== idea.result_level) return null;
  const moves = check.result && describeMoves(check.result);
  return (
    <section aria-labelledby="check" className="grid gap-2 text-sm">
      <h2 id="check" className="text-xl">
        Checked by prices
      </h2>
      <p>{describeCheck(check)}</p>
      {moves && <p className="text-muted">{moves}</p>}
      {check.comment && (
        <p className="text-muted wrap-anywhere">
          {'The educator’s comment: '}
          <bdi>{check.comment}</bdi>
        </p>
      )}
    </section>
  );
};

export default IdeaCheck;
