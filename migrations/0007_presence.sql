CREATE TABLE "presence" (
	"process" uuid PRIMARY KEY NOT NULL,
	"customers" integer NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- Written every few seconds by every process and worth nothing after a crash: not worth a log.
ALTER TABLE "presence" SET UNLOGGED;