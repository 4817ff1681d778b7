CREATE TABLE "auth_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "auth_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"email" text,
	"user_id" uuid,
	"selected_role" text,
	"address" text NOT NULL,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"room_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"user_name" text NOT NULL,
	"user_role" text NOT NULL,
	"message" text NOT NULL,
	"image_url" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_edited" boolean DEFAULT false NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "chat_messages_role" CHECK (user_role in ('customer', 'educator'))
);
--> statement-breakpoint
CREATE TABLE "chat_rooms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_rooms_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "feed" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"epoch" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"ledger_count" bigint NOT NULL,
	"ledger_head" char(64) NOT NULL,
	CONSTRAINT "feed_one_row" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "feed_events" (
	"epoch" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"entity_id" text NOT NULL,
	"audience" text NOT NULL,
	"payload" json NOT NULL,
	"ledger_count" bigint NOT NULL,
	"ledger_head" char(64) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feed_events_epoch_seq_pk" PRIMARY KEY("epoch","seq")
);
--> statement-breakpoint
CREATE TABLE "idea_revisions" (
	"number" bigint PRIMARY KEY NOT NULL,
	"idea_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"educator_id" text NOT NULL,
	"actor_id" uuid,
	"changes" jsonb NOT NULL,
	"digest" char(64) NOT NULL,
	"prev_hash" char(64) NOT NULL,
	"hash" char(64) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"body_hash" char(64) NOT NULL,
	"status" smallint NOT NULL,
	"answer" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"renewed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"address" text NOT NULL,
	"user_agent" text,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trade_ideas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"educator_id" text NOT NULL,
	"educator_name" text NOT NULL,
	"pair" text NOT NULL,
	"time_frame" text NOT NULL,
	"order_type" text NOT NULL,
	"idea_type" text NOT NULL,
	"market_type" text NOT NULL,
	"entry_1" numeric NOT NULL,
	"entry_2" numeric,
	"invalidation_level" numeric NOT NULL,
	"exit_1" numeric NOT NULL,
	"exit_2" numeric,
	"exit_3" numeric,
	"status" text NOT NULL,
	"notes" text,
	"image_urls" text[] DEFAULT '{}' NOT NULL,
	"video_url" text,
	"audio_url" text,
	"take_profit_1" numeric,
	"take_profit_2" numeric,
	"take_profit_3" numeric,
	"photo_url" text,
	"chart_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"version" integer NOT NULL,
	"history_market" text GENERATED ALWAYS AS (case when market_type = 'Crypto' and pair ~* 'spx|sp500' then 'Forex' else market_type end) STORED NOT NULL,
	CONSTRAINT "trade_ideas_order_type" CHECK (order_type in ('BUY', 'SELL')),
	CONSTRAINT "trade_ideas_idea_type" CHECK (idea_type in ('Leverage', 'Exchange')),
	CONSTRAINT "trade_ideas_market_type" CHECK (market_type in ('Forex', 'Crypto')),
	CONSTRAINT "trade_ideas_status" CHECK (status in ('active', 'pending', 'successful', 'unsuccessful', 'invalid', 'success', 'failure', 'completed')),
	CONSTRAINT "trade_ideas_levels_positive" CHECK (entry_1 > 0 and invalidation_level > 0 and exit_1 > 0 and entry_2 > 0 and exit_2 > 0 and exit_3 > 0),
	CONSTRAINT "trade_ideas_photos" CHECK (cardinality(image_urls) <= 3)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"role" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"full_name" text NOT NULL,
	"specialty" text,
	"profile_image" text,
	"educator_id" text,
	"profile_path" text,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_educatorId_unique" UNIQUE("educator_id"),
	CONSTRAINT "users_profilePath_unique" UNIQUE("profile_path"),
	CONSTRAINT "users_role" CHECK (role in ('customer', 'educator')),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_educator_id" CHECK ((role = 'educator') = (educator_id is not null) and educator_id ~ '^[1-9][0-9]{0,3}$')
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_room_id_chat_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."chat_rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_ideas" ADD CONSTRAINT "trade_ideas_educator_id_users_educator_id_fk" FOREIGN KEY ("educator_id") REFERENCES "public"."users"("educator_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_ideas" ADD CONSTRAINT "trade_ideas_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_events_at" ON "auth_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "auth_events_account" ON "auth_events" USING btree ("user_id","address");--> statement-breakpoint
CREATE INDEX "chat_messages_room" ON "chat_messages" USING btree ("room_id","created_at","id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "feed_events_created" ON "feed_events" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "idea_revisions_idea" ON "idea_revisions" USING btree ("idea_id","version","number");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "trade_ideas_educator" ON "trade_ideas" USING btree ("educator_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "trade_ideas_active" ON "trade_ideas" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not (status in ('successful', 'unsuccessful', 'success', 'failure', 'completed'));--> statement-breakpoint
CREATE INDEX "trade_ideas_history" ON "trade_ideas" USING btree ("history_market","idea_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status in ('successful', 'unsuccessful', 'success', 'failure', 'completed');