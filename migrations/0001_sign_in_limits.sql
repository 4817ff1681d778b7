CREATE TABLE "sign_in_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
DROP TABLE "sign_in_failures";--> statement-breakpoint
DROP INDEX "known_sources_source";
