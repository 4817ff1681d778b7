ALTER TABLE "trade_ideas" ADD COLUMN "levels_at_close" jsonb;--> statement-breakpoint
-- For existing ideas they are read from the ledger, without changes that were undone.
CREATE TEMPORARY TABLE closed_idea_changes ON COMMIT DROP AS
SELECT revision.idea_id, revision.number, change->>'field' AS field, change->>'new' AS value
FROM trade_ideas idea
JOIN idea_revisions revision ON revision.idea_id = idea.id AND revision.action <> 'undone' AND NOT EXISTS (
  SELECT FROM idea_revisions undoing
  WHERE undoing.idea_id = idea.id AND undoing.action = 'undone' AND undoing.version = revision.version + 1
)
CROSS JOIN jsonb_array_elements(revision.changes) change
WHERE idea.status IN ('successful', 'unsuccessful', 'success', 'failure', 'completed', 'invalid') AND change->>'field' IN (
  'status', 'order_type', 'entry_1', 'entry_2', 'invalidation_level', 'exit_1', 'exit_2', 'exit_3');
--> statement-breakpoint
CREATE INDEX ON closed_idea_changes (idea_id, field, number);
--> statement-breakpoint
-- The levels after the last change of the status. Null if no level was changed after that.
UPDATE trade_ideas SET levels_at_close = (
  SELECT jsonb_object_agg(level.field, (
    SELECT value FROM closed_idea_changes change
    WHERE change.idea_id = closed.idea_id AND change.field = level.field AND change.number <= closed.number
    ORDER BY change.number DESC LIMIT 1
  ))
  FROM unnest(ARRAY['order_type', 'entry_1', 'entry_2', 'invalidation_level', 'exit_1', 'exit_2', 'exit_3']) level (field)
)
FROM (SELECT idea_id, max(number) AS number FROM closed_idea_changes WHERE field = 'status' GROUP BY idea_id) closed
WHERE trade_ideas.id = closed.idea_id AND EXISTS (
  SELECT FROM closed_idea_changes change
  WHERE change.idea_id = closed.idea_id AND change.field <> 'status' AND change.number > closed.number
);
