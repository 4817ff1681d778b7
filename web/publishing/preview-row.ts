import { DEFAULT_EDUCATOR_NAME } from '../../contract/educators/educators.ts';
import { keepLevelsAtClose, lockPlan } from '../../contract/ideas/idea-history.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { findMediaKind } from '../../contract/media/media-names.ts';
import type { NewIdea } from '../../contract/publishing/idea-writing.ts';
import type { Idea } from '../ideas/idea-model.ts';

type Author = { id: string; educatorId: string | null; fullName: string };

/** The row as it would be stored at `at`: of a new idea, or of `base` with the form's values. */
export const toPreviewRow = (input: NewIdea, base: Idea | null, author: Author, at: Date): TradeIdea => {
  const row: TradeIdea = {
    ...input,
    id: base?.id ?? '',
    educator_id: author.educatorId ?? '',
    educator_name: author.fullName || DEFAULT_EDUCATOR_NAME,
    status: base?.status ?? 'active',
    result_level: base?.result_level ?? null,
    result_at: base?.result_at ?? null,
    lesson: base?.lesson ?? null,
    lesson_tag: base?.lesson_tag ?? null,
    steps: base?.steps ?? [],
    closed_at: base?.closed_at ?? null,
    plan: base?.plan ?? null,
    levels_at_close: base?.levels_at_close ?? null,
    first_levels: base?.first_levels ?? null,
    take_profit_1: null,
    take_profit_2: null,
    take_profit_3: null,
    // A legacy photo is not in the form, and stays while there are no uploads.
    photo_url: base?.image_urls.find((url) => findMediaKind(url) !== 'image') ?? null,
    chart_url: base?.chart_url ?? null,
    created_at: base?.created_at ?? at.toISOString(),
    updated_at: at.toISOString(),
    created_by: author.id,
    version: base?.version ?? 1,
  };
  if (!base) return row;
  const before = { ...row, ...base };
  return { ...row, plan: lockPlan(before, row, at), levels_at_close: keepLevelsAtClose(before, row) };
};
