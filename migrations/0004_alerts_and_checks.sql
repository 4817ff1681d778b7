CREATE TABLE "idea_checks" (
	"idea_id" uuid PRIMARY KEY NOT NULL,
	"report" text NOT NULL,
	"result" jsonb NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"recorded_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "idea_touches" (
	"idea_id" uuid NOT NULL,
	"level" text NOT NULL,
	"price" numeric NOT NULL,
	"since" bigint NOT NULL,
	"until" bigint NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idea_touches_idea_id_level_price_pk" PRIMARY KEY("idea_id","level","price"),
	CONSTRAINT "idea_touches_level" CHECK (level in ('invalidation_level', 'entry_1', 'exit_1', 'exit_2', 'exit_3'))
);
--> statement-breakpoint
ALTER TABLE "push_notifications" DROP CONSTRAINT "push_notifications_kind";--> statement-breakpoint
ALTER TABLE "bookmarks" DROP CONSTRAINT "bookmarks_content";--> statement-breakpoint
ALTER TABLE "candle_symbols" ADD COLUMN "watch_from" bigint;--> statement-breakpoint
ALTER TABLE "push_notifications" ADD COLUMN "alert" text;--> statement-breakpoint
ALTER TABLE "push_settings" ADD COLUMN "bookmark_alerts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD COLUMN "alerts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "idea_checks" ADD CONSTRAINT "idea_checks_idea_id_trade_ideas_id_fk" FOREIGN KEY ("idea_id") REFERENCES "public"."trade_ideas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_touches" ADD CONSTRAINT "idea_touches_idea_id_trade_ideas_id_fk" FOREIGN KEY ("idea_id") REFERENCES "public"."trade_ideas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idea_touches_found" ON "idea_touches" USING btree ("found_at");--> statement-breakpoint
ALTER TABLE "push_notifications" ADD CONSTRAINT "push_notifications_kind" CHECK (kind in ('idea', 'status', 'touch', 'test'));--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_content" CHECK (is_bookmarked or note <> '' or alerts <> '{}');