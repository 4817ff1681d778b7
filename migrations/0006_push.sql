CREATE TABLE "customer_notifications" (
	"trade_idea_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"notified_at" timestamp (3) with time zone NOT NULL,
	"channel" text NOT NULL,
	CONSTRAINT "customer_notifications_trade_idea_id_user_id_pk" PRIMARY KEY("trade_idea_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "push_deliveries" (
	"notification_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"state" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"answered" smallint,
	"reason" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_deliveries_notification_id_subscription_id_pk" PRIMARY KEY("notification_id","subscription_id"),
	CONSTRAINT "push_deliveries_state" CHECK (state in ('waiting', 'accepted', 'gone', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "push_notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"audience" text NOT NULL,
	"author_id" uuid,
	"idea_id" uuid,
	"market" text,
	"status" text,
	"message" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"fanned_out_at" timestamp (3) with time zone,
	CONSTRAINT "push_notifications_kind" CHECK (kind in ('idea', 'status', 'test')),
	CONSTRAINT "push_notifications_audience" CHECK (audience in ('customers', 'own', 'everyone')),
	CONSTRAINT "push_notifications_idea" CHECK ((kind = 'test') = (idea_id is null))
);
--> statement-breakpoint
CREATE TABLE "push_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"status_changes" boolean NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"time_zone" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_settings_quiet" CHECK (num_nulls(quiet_from, quiet_to, time_zone) in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint"),
	CONSTRAINT "push_subscriptions_sessionId_unique" UNIQUE("session_id")
);
--> statement-breakpoint
ALTER TABLE "customer_notifications" ADD CONSTRAINT "customer_notifications_trade_idea_id_trade_ideas_id_fk" FOREIGN KEY ("trade_idea_id") REFERENCES "public"."trade_ideas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notifications" ADD CONSTRAINT "customer_notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_deliveries" ADD CONSTRAINT "push_deliveries_notification_id_push_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."push_notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notifications" ADD CONSTRAINT "push_notifications_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notifications" ADD CONSTRAINT "push_notifications_idea_id_trade_ideas_id_fk" FOREIGN KEY ("idea_id") REFERENCES "public"."trade_ideas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_settings" ADD CONSTRAINT "push_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_notifications_user" ON "customer_notifications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_deliveries_waiting" ON "push_deliveries" USING btree ("notification_id","next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "push_deliveries_device" ON "push_deliveries" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "push_notifications_idea_id" ON "push_notifications" USING btree ("idea_id","created_at");--> statement-breakpoint
CREATE INDEX "push_notifications_created" ON "push_notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_notifications_author" ON "push_notifications" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
-- A device hears pushes as long as its session lasts. Sessions end in many ways (signing out, another password, an
-- operator's command); here is the one place all of them pass.
CREATE FUNCTION end_push_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	delete from push_subscriptions where session_id = new.id;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER sessions_end_push AFTER UPDATE OF ended_at ON "sessions"
	FOR EACH ROW WHEN (old.ended_at is null and new.ended_at is not null) EXECUTE FUNCTION end_push_of_session();
