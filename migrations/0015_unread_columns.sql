ALTER TABLE "media" DROP COLUMN "width";--> statement-breakpoint
ALTER TABLE "media" DROP COLUMN "height";--> statement-breakpoint
ALTER TABLE "customer_notifications" DROP COLUMN "channel";--> statement-breakpoint
ALTER TABLE "push_subscriptions" DROP COLUMN "updated_at";--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "status";