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
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_educator_id_users_educator_id_fk" FOREIGN KEY ("educator_id") REFERENCES "public"."users"("educator_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "videos_newest" ON "videos" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "videos_educator" ON "videos" USING btree ("educator_id");