ALTER TABLE "push_notifications" DROP CONSTRAINT "push_notifications_kind";--> statement-breakpoint
ALTER TABLE "trade_ideas" ADD COLUMN "steps" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "push_notifications" ADD CONSTRAINT "push_notifications_kind" CHECK (kind in ('idea', 'status', 'step', 'touch', 'test'));