import { type SQL, sql } from 'drizzle-orm';
import type { TradeIdea } from '../../contract/ideas.ts';
import type { Transaction } from '../database/connection.ts';

/** What a notifier adds to the statement that publishes an idea (`insertPublished`). */
export type PublishSteps = {
  /** Part of the prepared statement's name: other steps make another statement. */
  name: string;
  /** Common table expressions that may read `idea`, the row that was inserted. The last one is named `told`. */
  steps: SQL;
};

/** Tells people what happens to ideas, in the statement that publishes one or in the transaction that changes one. */
export type IdeaNotifier = {
  published(idea: TradeIdea): PublishSteps;
  changed(tx: Transaction, before: TradeIdea, after: TradeIdea): Promise<void>;
};

export const noPublishSteps: PublishSteps = { name: 'nobody', steps: sql`told as (select 1)` };

/** Notifies nobody: the demo's history is not news. */
export const noNotifications: IdeaNotifier = {
  published: () => noPublishSteps,
  changed: async () => undefined,
};
