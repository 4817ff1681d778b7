CREATE TABLE "candle_coverage" (
	"symbol_id" uuid NOT NULL,
	"interval" integer NOT NULL,
	"since" bigint NOT NULL,
	"until" bigint NOT NULL,
	CONSTRAINT "candle_coverage_symbol_id_interval_since_pk" PRIMARY KEY("symbol_id","interval","since")
);
--> statement-breakpoint
CREATE TABLE "candle_symbols" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	CONSTRAINT "candle_symbols_name" UNIQUE("source","name")
);
--> statement-breakpoint
CREATE TABLE "candles" (
	"symbol_id" uuid NOT NULL,
	"side" text NOT NULL,
	"interval" integer NOT NULL,
	"at" bigint NOT NULL,
	"open" numeric NOT NULL,
	"high" numeric NOT NULL,
	"low" numeric NOT NULL,
	"close" numeric NOT NULL,
	CONSTRAINT "candles_symbol_id_side_interval_at_pk" PRIMARY KEY("symbol_id","side","interval","at"),
	CONSTRAINT "candles_side" CHECK (side in ('bid', 'ask', 'mid', 'trade'))
);
--> statement-breakpoint
CREATE TABLE "idea_symbols" (
	"idea_id" uuid PRIMARY KEY NOT NULL,
	"symbol_id" uuid
);
--> statement-breakpoint
ALTER TABLE "candle_coverage" ADD CONSTRAINT "candle_coverage_symbol_id_candle_symbols_id_fk" FOREIGN KEY ("symbol_id") REFERENCES "public"."candle_symbols"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candles" ADD CONSTRAINT "candles_symbol_id_candle_symbols_id_fk" FOREIGN KEY ("symbol_id") REFERENCES "public"."candle_symbols"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_symbols" ADD CONSTRAINT "idea_symbols_idea_id_trade_ideas_id_fk" FOREIGN KEY ("idea_id") REFERENCES "public"."trade_ideas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_symbols" ADD CONSTRAINT "idea_symbols_symbol_id_candle_symbols_id_fk" FOREIGN KEY ("symbol_id") REFERENCES "public"."candle_symbols"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idea_symbols_symbol" ON "idea_symbols" USING btree ("symbol_id");