ALTER TABLE "idea_revisions" ADD COLUMN "salt" text;--> statement-breakpoint
-- The ledger's second format (contract/ledger.ts). Existing rows keep the first one: the chain is never recomputed.
-- This is the function of 0001 with the new column.
CREATE OR REPLACE FUNCTION append_to_feed(
  p_kind text, p_entity_id text, p_audience text, p_payload json, p_revision jsonb
) RETURNS TABLE (o_epoch bigint, o_seq bigint) LANGUAGE plpgsql AS $$
DECLARE
  head feed%ROWTYPE;
  v_hash text;
BEGIN
  UPDATE feed SET seq = seq + 1 WHERE id = 1 RETURNING * INTO head;

  IF p_revision IS NOT NULL THEN
    v_hash := encode(sha256(convert_to((p_revision->>'header') || head.ledger_head, 'UTF8')), 'hex');
    INSERT INTO idea_revisions (number, idea_id, version, action, at, educator_id, actor_id, changes, salt, digest, prev_hash, hash)
    VALUES (
      head.ledger_count + 1,
      (p_revision->>'idea_id')::uuid,
      (p_revision->>'version')::integer,
      p_revision->>'action',
      (p_revision->>'at')::timestamptz,
      p_revision->>'educator_id',
      (p_revision->>'actor_id')::uuid,
      p_revision->'changes',
      p_revision->>'salt',
      p_revision->>'digest',
      head.ledger_head,
      v_hash
    );
    UPDATE feed SET ledger_count = ledger_count + 1, ledger_head = v_hash WHERE id = 1 RETURNING * INTO head;
  END IF;

  INSERT INTO feed_events (epoch, seq, kind, entity_id, audience, payload, ledger_count, ledger_head)
  VALUES (head.epoch, head.seq, p_kind, p_entity_id, p_audience, p_payload, head.ledger_count, head.ledger_head);

  -- Only a hint to wake up; readers read the rows.
  PERFORM pg_notify('feed', head.seq::text);
  RETURN QUERY SELECT head.epoch, head.seq;
END $$;
