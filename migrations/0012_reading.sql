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
ALTER TABLE "push_settings" ADD COLUMN "forex_followed_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "push_settings" ADD COLUMN "crypto_followed_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_reads" ADD CONSTRAINT "idea_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_states" ADD CONSTRAINT "reading_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_reads" ADD CONSTRAINT "room_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idea_reads_seen" ON "idea_reads" USING btree ("user_id","seen_at");--> statement-breakpoint
CREATE INDEX "trade_ideas_created" ON "trade_ideas" USING btree ("created_at");