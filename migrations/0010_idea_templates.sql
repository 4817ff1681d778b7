CREATE TABLE "idea_templates" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"templates" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "idea_templates" ADD CONSTRAINT "idea_templates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;