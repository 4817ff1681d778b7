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
ALTER TABLE "practice_forecasts" ADD CONSTRAINT "practice_forecasts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "practice_forecasts_open" ON "practice_forecasts" USING btree ("user_id") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "practice_forecasts_answered" ON "practice_forecasts" USING btree ("user_id","answered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);