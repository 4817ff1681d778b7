import {
  createIdea,
  deleteIdea,
  type IdeaChangesInput,
  type NewIdeaInput,
  updateIdea,
} from '../../../contract/idea-writing.ts';
import { tradeIdea } from '../../../contract/ideas.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { applyOwnChange, removeCachedIdea } from './idea-cache.ts';
import { type IdeaField, ideaFields, isSameValue } from './idea-fields.ts';
import { type Idea, toIdea } from './idea-model.ts';

/** Somebody changed the very fields this change is about: the educator decides, nothing is overwritten unseen. */
export class IdeaConflict extends Error {
  override readonly name = 'IdeaConflict';
  /** The idea as it stands now. */
  readonly current: Idea;
  readonly changes: IdeaChangesInput;
  constructor(message: string, current: Idea, changes: IdeaChangesInput) {
    super(message);
    this.current = current;
    this.changes = changes;
  }
}

/** Publishes an idea. A retry with the same key and content answers the first idea again. */
export const publishIdea = async (body: NewIdeaInput, idempotencyKey: string): Promise<Idea> => {
  const row = await callRoute(createIdea, { body, headers: { 'idempotency-key': idempotencyKey } });
  applyOwnChange(queryClient, 'INSERT', row);
  return toIdea(row);
};

/** The version of each idea that this page itself wrote last: what it wrote, it has seen. */
const writtenHere = new Map<string, number>();

const put = async (id: string, version: number, body: IdeaChangesInput): Promise<Idea> => {
  const row = await callRoute(updateIdea, { params: { id }, headers: { 'if-match': `"${version}"` }, body });
  writtenHere.set(row.id, row.version);
  applyOwnChange(queryClient, 'UPDATE', row);
  return toIdea(row);
};

/** The idea a 409 carries, or null where the answer holds none that can be read. */
const currentOf = (failure: unknown): Idea | null => {
  if (!(failure instanceof ApiError) || failure.code !== 'VERSION_CONFLICT') return null;
  const row = tradeIdea.safeParse(failure.conflict?.current);
  if (!row.success) return null;
  applyOwnChange(queryClient, 'UPDATE', row.data);
  return toIdea(row.data);
};

/** Fields of a change whose value is no longer what the change was made on. */
export const contested = (base: Idea, current: Idea, changes: IdeaChangesInput): IdeaField[] =>
  (Object.keys(changes) as IdeaField[]).filter(
    (name) => !isSameValue(ideaFields[name].read(base), ideaFields[name].read(current)),
  );

/**
 * Writes changed fields made on `base`. A newer version whose change touched other fields is no conflict: the call
 * is made again on it, as where the newer version is this page's own and the card had not caught up yet. One of
 * somebody else that touched the same fields is thrown as IdeaConflict.
 */
export const changeIdea = async (base: Idea, changes: IdeaChangesInput): Promise<Idea> => {
  try {
    return await put(base.id, base.version, changes);
  } catch (failure) {
    const current = currentOf(failure);
    if (!current) throw failure;
    const isOwn = writtenHere.get(current.id) === current.version;
    if (!isOwn && contested(base, current, changes).length > 0)
      throw new IdeaConflict((failure as ApiError).message, current, changes);
    return await changeIdea(current, changes);
  }
};

/** Deletes an idea; one that is gone already is deleted too. */
export const removeIdea = async (id: string): Promise<void> => {
  try {
    await callRoute(deleteIdea, { params: { id } });
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.status === 404)) throw failure;
  }
  removeCachedIdea(queryClient, id);
};
