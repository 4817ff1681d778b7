CREATE TABLE "account_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"token_hash" "bytea",
	"user_id" uuid NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "account_links_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "account_links_kind" CHECK (kind in ('invitation', 'password_reset', 'email_change', 'not_me'))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"backed_up" boolean NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_position_pk" PRIMARY KEY("user_id","position")
);
--> statement-breakpoint
CREATE TABLE "time_codes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint
);
--> statement-breakpoint
CREATE TABLE "used_challenges" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "presence" (
	"process" uuid PRIMARY KEY NOT NULL,
	"customers" integer NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
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
	"salt" text NOT NULL,
	"digest" char(64) NOT NULL,
	"prev_hash" char(64) NOT NULL,
	"hash" char(64) NOT NULL
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
	"disclosure" text,
	"result_level" text,
	"result_at" timestamp (3) with time zone,
	"lesson" text,
	"lesson_tag" text,
	"closed_at" timestamp (3) with time zone,
	"plan" jsonb,
	"levels_at_close" jsonb,
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
	"pair_key" text GENERATED ALWAYS AS (translate(pair, 'abcdefghijklmnopqrstuvwxyz /\|:._-', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')) STORED NOT NULL,
	CONSTRAINT "trade_ideas_order_type" CHECK (order_type in ('BUY', 'SELL')),
	CONSTRAINT "trade_ideas_idea_type" CHECK (idea_type in ('Leverage', 'Exchange')),
	CONSTRAINT "trade_ideas_market_type" CHECK (market_type in ('Forex', 'Crypto')),
	CONSTRAINT "trade_ideas_status" CHECK (status in ('active', 'pending', 'successful', 'unsuccessful', 'invalid', 'success', 'failure', 'completed')),
	CONSTRAINT "trade_ideas_levels_positive" CHECK (entry_1 > 0 and invalidation_level > 0 and exit_1 > 0 and entry_2 > 0 and exit_2 > 0 and exit_3 > 0),
	CONSTRAINT "trade_ideas_result_level" CHECK (result_level in ('invalidation_level', 'entry_1', 'exit_1', 'exit_2', 'exit_3')),
	CONSTRAINT "trade_ideas_lesson_tag" CHECK (lesson_tag in ('entry', 'invalidation', 'size', 'news', 'patience', 'thesis_wrong', 'other')),
	CONSTRAINT "trade_ideas_disclosure" CHECK (disclosure in ('none', 'same_direction', 'opposite', 'plan_to', 'not_stated')),
	CONSTRAINT "trade_ideas_photos" CHECK (cardinality(image_urls) <= 3)
);
--> statement-breakpoint
CREATE TABLE "media" (
	"name" text PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"kind" text NOT NULL,
	"content_type" text NOT NULL,
	"byte_size" integer NOT NULL,
	"width" integer,
	"height" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "media_kind" CHECK (kind in ('image', 'audio', 'video')),
	CONSTRAINT "media_name" CHECK (name ~ '^[0-9a-f]{32}[.][a-z0-9]{2,4}$')
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"educator_id" text NOT NULL,
	"title" text NOT NULL,
	"category" text NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "videos_category" CHECK (category in ('Getting Started', 'Forex', 'Crypto', 'Technical Analysis', 'Fundamental Analysis', 'Risk Management')),
	CONSTRAINT "videos_url" CHECK (url ~ '^(https://|/media/)')
);
--> statement-breakpoint
CREATE TABLE "customer_notifications" (
	"trade_idea_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"notified_at" timestamp (3) with time zone NOT NULL,
	"channel" text NOT NULL,
	CONSTRAINT "customer_notifications_trade_idea_id_user_id_pk" PRIMARY KEY("trade_idea_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"forex" boolean NOT NULL,
	"crypto" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
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
	"forex_followed_only" boolean DEFAULT false NOT NULL,
	"crypto_followed_only" boolean DEFAULT false NOT NULL,
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
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "auth_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"email" text,
	"user_id" uuid,
	"selected_role" text,
	"address" text NOT NULL,
	"user_agent" text,
	"attempts" integer DEFAULT 1 NOT NULL,
	"new_browser" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_sources" (
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_sources_user_id_source_pk" PRIMARY KEY("user_id","source")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"authenticated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"renewed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"address" text NOT NULL,
	"user_agent" text,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"source" text NOT NULL,
	"account" text NOT NULL,
	"failures" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_failures_source_account_pk" PRIMARY KEY("source","account")
);
--> statement-breakpoint
CREATE TABLE "user_profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"display_name" text DEFAULT '' NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"specialty" text DEFAULT '' NOT NULL,
	"years_experience" smallint DEFAULT 0 NOT NULL,
	"trading_style" text DEFAULT '' NOT NULL,
	"timezone" text DEFAULT '' NOT NULL,
	"is_public" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_profiles_role" CHECK (role in ('customer', 'educator')),
	CONSTRAINT "user_profiles_years" CHECK (years_experience between 0 and 50),
	CONSTRAINT "user_profiles_bio" CHECK (char_length(bio) <= 1000),
	CONSTRAINT "user_profiles_names" CHECK (char_length(first_name) <= 100 and char_length(last_name) <= 100 and char_length(display_name) <= 100)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"role" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"full_name" text NOT NULL,
	"specialty" text,
	"profile_image" text,
	"educator_id" text,
	"profile_path" text,
	"disabled_at" timestamp (3) with time zone,
	"terms_accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_educatorId_unique" UNIQUE("educator_id"),
	CONSTRAINT "users_profilePath_unique" UNIQUE("profile_path"),
	CONSTRAINT "users_role" CHECK (role in ('customer', 'educator')),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_educator_id" CHECK ((role = 'educator') = (educator_id is not null) and educator_id ~ '^[1-9][0-9]{0,3}$')
);
--> statement-breakpoint
CREATE TABLE "practice_forecasts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"idea_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"probability" smallint,
	"reason" text,
	"is_remembered" boolean DEFAULT false NOT NULL,
	"outcome" boolean,
	"baseline" double precision,
	"review_step" smallint DEFAULT 0 NOT NULL,
	"review_at" timestamp (3) with time zone,
	CONSTRAINT "practice_forecasts_once" UNIQUE("user_id","idea_id"),
	CONSTRAINT "practice_forecasts_answer" CHECK ((answered_at is null) = (probability is null)),
	CONSTRAINT "practice_forecasts_unanswered" CHECK (answered_at is not null or (reason is null and not is_remembered and outcome is null and review_at is null)),
	CONSTRAINT "practice_forecasts_probability" CHECK (probability between 1 and 99),
	CONSTRAINT "practice_forecasts_reason" CHECK (char_length(reason) <= 200),
	CONSTRAINT "practice_forecasts_outcome" CHECK ((outcome is null) = (baseline is null)),
	CONSTRAINT "practice_forecasts_baseline" CHECK (baseline > 0 and baseline < 1),
	CONSTRAINT "practice_forecasts_review" CHECK (review_step between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "bookmarks" (
	"user_id" uuid NOT NULL,
	"idea_id" uuid NOT NULL,
	"is_bookmarked" boolean NOT NULL,
	"note" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bookmarks_user_id_idea_id_pk" PRIMARY KEY("user_id","idea_id"),
	CONSTRAINT "bookmarks_content" CHECK (is_bookmarked or note <> ''),
	CONSTRAINT "bookmarks_note" CHECK (char_length(note) <= 2000)
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"user_id" uuid NOT NULL,
	"educator_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "follows_user_id_educator_id_pk" PRIMARY KEY("user_id","educator_id")
);
--> statement-breakpoint
CREATE TABLE "idea_reads" (
	"user_id" uuid NOT NULL,
	"idea_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"viewed_at" timestamp (3) with time zone,
	"version" integer,
	"read_state" jsonb,
	CONSTRAINT "idea_reads_user_id_idea_id_pk" PRIMARY KEY("user_id","idea_id"),
	CONSTRAINT "idea_reads_state" CHECK ((version is null) = (read_state is null))
);
--> statement-breakpoint
CREATE TABLE "reading_states" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"markets" text[] NOT NULL,
	"news_read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room_reads" (
	"user_id" uuid NOT NULL,
	"room_id" uuid NOT NULL,
	"message_at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "room_reads_user_id_room_id_pk" PRIMARY KEY("user_id","room_id")
);
--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_codes" ADD CONSTRAINT "time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_room_id_chat_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."chat_rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_ideas" ADD CONSTRAINT "trade_ideas_educator_id_users_educator_id_fk" FOREIGN KEY ("educator_id") REFERENCES "public"."users"("educator_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_ideas" ADD CONSTRAINT "trade_ideas_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_educator_id_users_educator_id_fk" FOREIGN KEY ("educator_id") REFERENCES "public"."users"("educator_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notifications" ADD CONSTRAINT "customer_notifications_trade_idea_id_trade_ideas_id_fk" FOREIGN KEY ("trade_idea_id") REFERENCES "public"."trade_ideas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notifications" ADD CONSTRAINT "customer_notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_deliveries" ADD CONSTRAINT "push_deliveries_notification_id_push_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."push_notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notifications" ADD CONSTRAINT "push_notifications_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notifications" ADD CONSTRAINT "push_notifications_idea_id_trade_ideas_id_fk" FOREIGN KEY ("idea_id") REFERENCES "public"."trade_ideas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_settings" ADD CONSTRAINT "push_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_sources" ADD CONSTRAINT "known_sources_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_forecasts" ADD CONSTRAINT "practice_forecasts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_reads" ADD CONSTRAINT "idea_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_states" ADD CONSTRAINT "reading_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_reads" ADD CONSTRAINT "room_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_user" ON "account_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "account_links_expires" ON "account_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "used_challenges_expires" ON "used_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "chat_messages_room" ON "chat_messages" USING btree ("room_id","created_at","id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "feed_events_created" ON "feed_events" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "idea_revisions_idea" ON "idea_revisions" USING btree ("idea_id","version","number");--> statement-breakpoint
CREATE INDEX "idea_revisions_educator" ON "idea_revisions" USING btree ("educator_id","number");--> statement-breakpoint
CREATE INDEX "trade_ideas_educator" ON "trade_ideas" USING btree ("educator_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "trade_ideas_created" ON "trade_ideas" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "trade_ideas_active" ON "trade_ideas" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not (status in ('successful', 'unsuccessful', 'success', 'failure', 'completed'));--> statement-breakpoint
CREATE INDEX "trade_ideas_history" ON "trade_ideas" USING btree ("history_market","idea_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status in ('successful', 'unsuccessful', 'success', 'failure', 'completed');--> statement-breakpoint
CREATE INDEX "trade_ideas_lessons" ON "trade_ideas" USING btree ("closed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE lesson <> '' or lesson_tag is not null;--> statement-breakpoint
CREATE INDEX "trade_ideas_history_educator" ON "trade_ideas" USING btree ("history_market","idea_type","educator_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status in ('successful', 'unsuccessful', 'success', 'failure', 'completed');--> statement-breakpoint
CREATE INDEX "trade_ideas_history_successful" ON "trade_ideas" USING btree ("history_market","idea_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status in ('successful', 'success');--> statement-breakpoint
CREATE INDEX "trade_ideas_history_unsuccessful" ON "trade_ideas" USING btree ("history_market","idea_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status in ('unsuccessful', 'failure');--> statement-breakpoint
CREATE INDEX "trade_ideas_pair" ON "trade_ideas" USING btree ("pair_key","history_market","idea_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "media_created" ON "media" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "videos_newest" ON "videos" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "videos_educator" ON "videos" USING btree ("educator_id");--> statement-breakpoint
CREATE INDEX "customer_notifications_user" ON "customer_notifications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_deliveries_waiting" ON "push_deliveries" USING btree ("notification_id","next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "push_deliveries_device" ON "push_deliveries" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "push_notifications_idea_id" ON "push_notifications" USING btree ("idea_id","created_at");--> statement-breakpoint
CREATE INDEX "push_notifications_created" ON "push_notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_notifications_author" ON "push_notifications" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "auth_events_at" ON "auth_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "auth_events_account" ON "auth_events" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "known_sources_source" ON "known_sources" USING btree ("source");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "practice_forecasts_open" ON "practice_forecasts" USING btree ("user_id") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "practice_forecasts_answered" ON "practice_forecasts" USING btree ("user_id","answered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "idea_reads_seen" ON "idea_reads" USING btree ("user_id","seen_at");
--> statement-breakpoint
-- Written every few seconds by every process and worth nothing after a crash: not worth a log.
ALTER TABLE "presence" SET UNLOGGED;
--> statement-breakpoint
-- What a schema file cannot say: the one row of the feed, the one way to append to it, and the ledger's lock.

INSERT INTO feed (id, epoch, seq, ledger_count, ledger_head)
VALUES (1, floor(extract(epoch FROM clock_timestamp()))::bigint, 0, 0, repeat('0', 64));
--> statement-breakpoint

-- The last step of every transaction that changes ideas or chat (docs/architecture.md). The row lock on `feed` is held
-- to commit, so numbers are gapless and in commit order; a sequence would be allotted before commit and lose rows.
-- The ledger's number and hash are given under the same lock. `revision` is null for changes that are no idea's.
CREATE FUNCTION append_to_feed(
  p_kind text, p_entity_id text, p_audience text, p_payload json, p_revision jsonb
) RETURNS TABLE (o_epoch bigint, o_seq bigint) LANGUAGE plpgsql AS $$
DECLARE
  head feed%ROWTYPE;
  v_hash text;
BEGIN
  UPDATE feed SET seq = seq + 1 WHERE id = 1 RETURNING * INTO head;

  IF p_revision IS NOT NULL THEN
    v_hash := encode(sha256(convert_to((p_revision->>'digest') || head.ledger_head, 'UTF8')), 'hex');
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
--> statement-breakpoint

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
--> statement-breakpoint

-- Wakes every process when sessions have ended; they read which ones.
CREATE FUNCTION announce_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sessions_ended', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER session_ended AFTER UPDATE OF ended_at ON sessions
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
  EXECUTE FUNCTION announce_session_ended();
