ALTER TABLE "trade_ideas" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "trade_ideas" ADD COLUMN "plan" jsonb;--> statement-breakpoint
-- Both are read from the ledger for existing ideas.
CREATE TEMPORARY TABLE recorded_changes ON COMMIT DROP AS
SELECT revision.idea_id, revision.number, revision.at, change->>'field' AS field, change->>'new' AS value,
  change->>'field' = 'status' AND change->>'new' IN ('successful', 'unsuccessful', 'success', 'failure', 'completed', 'invalid') AS closes
FROM idea_revisions revision CROSS JOIN jsonb_array_elements(revision.changes) change
WHERE change->>'field' IN (
  'status', 'order_type', 'entry_1', 'entry_2', 'invalidation_level', 'exit_1', 'exit_2', 'exit_3');
--> statement-breakpoint
CREATE INDEX ON recorded_changes (idea_id, field, number);
--> statement-breakpoint
-- Closed at: the first change to a closed status after the last one to an open status.
UPDATE trade_ideas SET closed_at = coalesce((
  SELECT min(at) FROM recorded_changes closing
  WHERE closing.idea_id = trade_ideas.id AND closing.field = 'status' AND closing.closes AND closing.number > coalesce((
    SELECT max(number) FROM recorded_changes opening
    WHERE opening.idea_id = trade_ideas.id AND opening.field = 'status' AND NOT opening.closes
  ), 0)
), updated_at)
WHERE status IN ('successful', 'unsuccessful', 'success', 'failure', 'completed', 'invalid');
--> statement-breakpoint
-- The plan: the levels after the last change that was made within five minutes of publishing, to an open idea. Null if
-- no level was changed after that.
UPDATE trade_ideas SET plan = (
  SELECT jsonb_object_agg(level.field, (
    SELECT value FROM recorded_changes change
    WHERE change.idea_id = locked.id AND change.field = level.field AND change.number <= locked.number
    ORDER BY change.number DESC LIMIT 1
  ))
  FROM unnest(ARRAY['order_type', 'entry_1', 'entry_2', 'invalidation_level', 'exit_1', 'exit_2', 'exit_3']) level (field)
)
FROM (
  SELECT idea.id, max(revision.number) AS number
  FROM trade_ideas idea JOIN idea_revisions revision
    ON revision.idea_id = idea.id AND revision.at <= idea.created_at + interval '5 minutes'
  WHERE NOT coalesce((
    SELECT closes FROM recorded_changes status
    WHERE status.idea_id = idea.id AND status.field = 'status' AND status.number < revision.number
    ORDER BY status.number DESC LIMIT 1
  ), false)
  GROUP BY idea.id
) locked
WHERE trade_ideas.id = locked.id AND EXISTS (
  SELECT FROM recorded_changes change
  WHERE change.idea_id = locked.id AND change.number > locked.number AND change.field <> 'status'
);
