CREATE TABLE "operator_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "operator_tokens_kind" CHECK (kind in ('link', 'session'))
);
--> statement-breakpoint
ALTER TABLE "auth_events" ADD COLUMN "operator" text;--> statement-breakpoint
CREATE INDEX "operator_tokens_expires" ON "operator_tokens" USING btree ("expires_at");--> statement-breakpoint
-- Links and sessions of operators are short-lived: they stay out of backups.
ALTER TABLE "operator_tokens" SET UNLOGGED;
