-- Counts live for an hour at most, and the new key cannot be derived from the old one.
TRUNCATE "sign_in_failures";--> statement-breakpoint
ALTER TABLE "sign_in_failures" DROP COLUMN "key";--> statement-breakpoint
ALTER TABLE "sign_in_failures" ADD COLUMN "source" text NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_failures" ADD COLUMN "account" text NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_failures" ADD CONSTRAINT "sign_in_failures_source_account_pk" PRIMARY KEY("source","account");--> statement-breakpoint
CREATE TABLE "known_sources" (
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_sources_user_id_source_pk" PRIMARY KEY("user_id","source")
);
--> statement-breakpoint
ALTER TABLE "known_sources" ADD CONSTRAINT "known_sources_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_sources_source" ON "known_sources" USING btree ("source");--> statement-breakpoint
-- IPv4 addresses that signed in stay known; IPv6 networks become known again at the next sign-in.
INSERT INTO "known_sources" ("user_id", "source", "last_used_at")
SELECT e."user_id", 'network:' || e."address", max(e."at") FROM "auth_events" e JOIN "users" u ON u."id" = e."user_id"
WHERE e."kind" = 'sign_in' AND e."address" ~ '^[0-9]{1,3}(\.[0-9]{1,3}){3}$' GROUP BY 1, 2;--> statement-breakpoint
ALTER TABLE "auth_events" ADD COLUMN "attempts" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- What was typed for unknown accounts may be a password.
UPDATE "auth_events" SET "email" = NULL WHERE "user_id" IS NULL;--> statement-breakpoint
DROP INDEX "auth_events_account";--> statement-breakpoint
CREATE INDEX "auth_events_account" ON "auth_events" USING btree ("user_id");
