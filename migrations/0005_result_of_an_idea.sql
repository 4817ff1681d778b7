ALTER TABLE "trade_ideas" ADD COLUMN "result_level" text;--> statement-breakpoint
ALTER TABLE "trade_ideas" ADD COLUMN "result_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "trade_ideas" ADD COLUMN "lesson" text;--> statement-breakpoint
CREATE INDEX "idea_revisions_educator" ON "idea_revisions" USING btree ("educator_id","number");--> statement-breakpoint
ALTER TABLE "trade_ideas" ADD CONSTRAINT "trade_ideas_result_level" CHECK (result_level in ('invalidation_level', 'entry_1', 'exit_1', 'exit_2', 'exit_3'));