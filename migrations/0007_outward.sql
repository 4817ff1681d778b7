CREATE TABLE "destinations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"target" text NOT NULL,
	"secret" "bytea" NOT NULL,
	"events" text[] NOT NULL,
	"markets" text[] NOT NULL,
	"educators" text[],
	"shows_levels" boolean NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"reason" text,
	"failures" smallint DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"retry_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "destinations_name_unique" UNIQUE("name"),
	CONSTRAINT "destinations_kind" CHECK (kind in ('telegram', 'discord', 'slack', 'webhook')),
	CONSTRAINT "destinations_state" CHECK (state in ('active', 'paused', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"destination_id" uuid NOT NULL,
	"idea_id" uuid,
	"version" integer,
	"chat_message_id" uuid,
	"event" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"service_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "posts_idea" UNIQUE("idea_id","destination_id","version"),
	CONSTRAINT "posts_message" UNIQUE("chat_message_id","destination_id"),
	CONSTRAINT "posts_event" CHECK (event in ('published', 'changed', 'step', 'closed', 'message')),
	CONSTRAINT "posts_state" CHECK (state in ('waiting', 'sent', 'uncertain', 'failed')),
	CONSTRAINT "posts_cause" CHECK ((event = 'message') = (idea_id is null) and num_nonnulls(idea_id, chat_message_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_idea_id_trade_ideas_id_fk" FOREIGN KEY ("idea_id") REFERENCES "public"."trade_ideas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_chat_message_id_chat_messages_id_fk" FOREIGN KEY ("chat_message_id") REFERENCES "public"."chat_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "posts_waiting" ON "posts" USING btree ("destination_id","due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "posts_created" ON "posts" USING btree ("created_at");