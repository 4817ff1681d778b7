import { type SQL, sql } from 'drizzle-orm';
import type { TradeIdea } from '../../contract/ideas.ts';
import type { Transaction } from '../database/connection.ts';

/** SQL a notifier adds to the statement that publishes an idea (`insertPublished`). */
export type PublishSteps = {
  /** Part of the prepared statement's name: different steps are a different statement. */
  name: string;
  /** Common table expressions that may read the inserted row as `idea`. The last one is named `notified`. */
  steps: SQL;
  /** Called when the statement is committed. */
  afterCommit?: (() => void) | undefined;
};

/** Notifies people about ideas, within the statement that publishes or the transaction that changes one. */
export type IdeaNotifier = {
  published(idea: TradeIdea): PublishSteps;
  changed(tx: Transaction, before: TradeIdea, after: TradeIdea): Promise<void>;
  /** A change made at `changedAt` was undone. */
  undone(tx: Transaction, idea: TradeIdea, changedAt: Date): Promise<void>;
};

export const noPublishSteps: PublishSteps = { name: 'none', steps: sql`notified as (select 1)` };

/** Notifies nobody, e.g. for the demo's history. */
export const noNotifications: IdeaNotifier = {
  published: () => noPublishSteps,
  changed: async () => undefined,
  undone: async () => undefined,
};
