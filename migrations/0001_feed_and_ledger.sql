-- What a schema file cannot say: the one row of the feed, the one way to append to it, and the ledger's lock.

INSERT INTO feed (id, epoch, seq, ledger_count, ledger_head)
VALUES (1, floor(extract(epoch FROM clock_timestamp()))::bigint, 0, 0, repeat('0', 64));
--> statement-breakpoint

-- The last step of every transaction that changes ideas or chat (docs/architecture.md). The row lock on `feed` is held
-- to commit, so numbers are gapless and in commit order; a sequence would be allotted before commit and lose rows.
-- The ledger's number and hash are given under the same lock. `revision` is null for changes that are no idea's;
-- its `header` is canonical JSON (RFC 8785) made by the application, because canonical JSON in SQL would be ours to maintain.
CREATE FUNCTION append_to_feed(
  p_kind text, p_entity_id text, p_audience text, p_payload json, p_revision jsonb
) RETURNS TABLE (o_epoch bigint, o_seq bigint) LANGUAGE plpgsql AS $$
DECLARE
  head feed%ROWTYPE;
  v_hash text;
BEGIN
  UPDATE feed SET seq = seq + 1 WHERE id = 1 RETURNING * INTO head;

  IF p_revision IS NOT NULL THEN
    v_hash := encode(sha256(convert_to((p_revision->>'header') || head.ledger_head, 'UTF8')), 'hex');
    INSERT INTO idea_revisions (number, idea_id, version, action, at, educator_id, actor_id, changes, digest, prev_hash, hash)
    VALUES (
      head.ledger_count + 1,
      (p_revision->>'idea_id')::uuid,
      (p_revision->>'version')::integer,
      p_revision->>'action',
      (p_revision->>'at')::timestamptz,
      p_revision->>'educator_id',
      (p_revision->>'actor_id')::uuid,
      p_revision->'changes',
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
--> statement-breakpoint

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'idea_revisions is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER idea_revisions_append_only BEFORE UPDATE OR DELETE ON idea_revisions
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER idea_revisions_no_truncate BEFORE TRUNCATE ON idea_revisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
