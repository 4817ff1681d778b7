import { type SQL, sql } from 'drizzle-orm';

/** What is done about an idea in the statement that publishes it: see `insertPublished`. */
export type PublishingSteps = {
  /** Tells statements with these steps from others. */
  name: string;
  /** Common table expressions that may read `idea`, which has the idea's row where it was written. The last is `told`. */
  steps: SQL;
};

/** Nothing. */
export const noSteps: PublishingSteps = { name: 'nobody', steps: sql`told as (select 1)` };
