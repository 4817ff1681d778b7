import { type TradeIdea, tradeIdea } from '../../contract/ideas/ideas.ts';
import {
  addIdeaStep,
  createIdea,
  deleteIdea,
  type IdeaChangesInput,
  type NewIdeaInput,
  type NewStep,
  undoIdeaChange,
  updateIdea,
} from '../../contract/publishing/idea-writing.ts';
import { ApiError, callRoute, isNotFound } from '../shared/api/api-request.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { formatFieldValue, type IdeaField, isSameValue, readField } from './idea-fields.ts';
import { applyOwnChange, removeCachedIdea } from './idea-lists.ts';
import { type Idea, toIdea } from './idea-model.ts';

/** Fields of this change were changed elsewhere. `fields` tells their current values. */
export class IdeaConflict extends ApiError {
  readonly current: Idea;

  constructor({ status, code, message }: ApiError, current: Idea, names: readonly IdeaField[]) {
    const tell = (name: IdeaField) => formatFieldValue(name, readField(current, name));
    const fields = names.map((name) => [
      name,
      `Changed while you were editing. It's now ${tell(name)}. Saving replaces it.`,
    ]);
    super(status, code, message, { fields: Object.fromEntries(fields) });
    this.current = current;
  }
}

/** Publishes an idea. A retry with the same key and body returns the first idea. */
export const publishIdea = async (body: NewIdeaInput, idempotencyKey: string): Promise<Idea> => {
  const row = await callRoute(createIdea, { body, headers: { 'idempotency-key': idempotencyKey } });
  applyOwnChange(queryClient, 'INSERT', row);
  return toIdea(row);
};

const keepOwn = (row: TradeIdea): Idea => {
  applyOwnChange(queryClient, 'UPDATE', row);
  return toIdea(row);
};

const put = async (id: string, version: number, body: IdeaChangesInput): Promise<Idea> => {
  return keepOwn(
    await callRoute(updateIdea, { params: { id }, headers: { 'if-match': `"${version}"` }, body }),
  );
};

/** Tells how an open idea goes. */
export const tellStep = async ({ id }: Idea, body: NewStep): Promise<Idea> =>
  keepOwn(await callRoute(addIdeaStep, { params: { id }, body }));

/** The current idea in a 409 response, or null. */
const parseConflict = (failure: unknown): Idea | null => {
  if (!(failure instanceof ApiError) || failure.code !== 'VERSION_CONFLICT') return null;
  const row = tradeIdea.safeParse(failure.conflict?.current);
  if (!row.success) return null;
  applyOwnChange(queryClient, 'UPDATE', row.data);
  return toIdea(row.data);
};

/**
 * The changed fields whose current value differs from `base` and from the change: after a lost response the current values
 * are those that this page sent.
 */
export const findConflicts = (base: Idea, current: Idea, changes: IdeaChangesInput): IdeaField[] =>
  (Object.keys(changes) as IdeaField[]).filter((name) => {
    const now = readField(current, name);
    return !isSameValue(readField(base, name), now) && !isSameValue(changes[name], now);
  });

/**
 * Writes changes that were made on `base`. When the idea has a newer version, the call is repeated on it if other fields were
 * changed. Otherwise it throws IdeaConflict, and `base` of the next attempt is its current idea.
 */
export const changeIdea = async (base: Idea, changes: IdeaChangesInput): Promise<Idea> => {
  try {
    return await put(base.id, base.version, changes);
  } catch (failure) {
    const current = parseConflict(failure);
    if (!current) throw failure;
    const conflicts = findConflicts(base, current, changes);
    if (conflicts.length > 0) throw new IdeaConflict(failure as ApiError, current, conflicts);
    return await changeIdea(current, changes);
  }
};

/** Undoes the change that made this version of an idea. */
export const undoChange = async ({ id, version }: Idea): Promise<Idea> => {
  try {
    const headers = { 'if-match': `"${version}"` };
    return keepOwn(await callRoute(undoIdeaChange, { params: { id }, headers }));
  } catch (failure) {
    parseConflict(failure);
    throw failure;
  }
};

/** Deletes an idea. A 404 counts as success. */
export const removeIdea = async (id: string): Promise<void> => {
  try {
    await callRoute(deleteIdea, { params: { id } });
  } catch (failure) {
    if (!isNotFound(failure)) throw failure;
  }
  removeCachedIdea(queryClient, id);
};
