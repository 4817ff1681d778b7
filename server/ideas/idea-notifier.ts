import type { ResultLevel, TradeIdea } from '../../contract/ideas/ideas.ts';
import type { Transaction } from '../database/connection.ts';

/** The price touched a level, as the source says. */
export type LevelTouch = { level: ResultLevel; at: Date; source: string };

/** Follows ideas, for notifications and the like, within the transaction that publishes or changes one: what it wants to know. */
export type IdeaNotifier = {
  published?(tx: Transaction, idea: TradeIdea): Promise<void>;
  changed?(tx: Transaction, before: TradeIdea, after: TradeIdea): Promise<void>;
  /** A change made at `changedAt` was undone. */
  undone?(tx: Transaction, before: TradeIdea, after: TradeIdea, changedAt: Date): Promise<void>;
  /** Called before its rows go. */
  deleted?(tx: Transaction, idea: TradeIdea, at: Date): Promise<void>;
  touched?(tx: Transaction, idea: TradeIdea, touch: LevelTouch): Promise<void>;
};

/** Notifies by each of these, in order. */
export const combineNotifiers = (...notifiers: readonly IdeaNotifier[]): IdeaNotifier => {
  const each = async (notify: (notifier: IdeaNotifier) => Promise<void> | undefined) => {
    for (const notifier of notifiers) await notify(notifier);
  };
  return {
    published: (...event) => each((notifier) => notifier.published?.(...event)),
    changed: (...event) => each((notifier) => notifier.changed?.(...event)),
    undone: (...event) => each((notifier) => notifier.undone?.(...event)),
    deleted: (...event) => each((notifier) => notifier.deleted?.(...event)),
    touched: (...event) => each((notifier) => notifier.touched?.(...event)),
  };
};

/** Notifies nobody, e.g. for the demo's history. */
export const noNotifications: IdeaNotifier = {};
