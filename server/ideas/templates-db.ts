import { eq } from 'drizzle-orm';
import type { IdeaTemplate } from '../../contract/publishing/idea-templates.ts';
import type { Db } from '../database/connection.ts';
import { ideaTemplates } from '../database/schema.ts';

export const selectTemplates = async (db: Db, userId: string): Promise<IdeaTemplate[]> => {
  const [row] = await db.select().from(ideaTemplates).where(eq(ideaTemplates.userId, userId));
  return row?.templates ?? [];
};

export const upsertTemplates = async (
  db: Db,
  userId: string,
  templates: IdeaTemplate[],
): Promise<IdeaTemplate[]> => {
  await db
    .insert(ideaTemplates)
    .values({ userId, templates })
    .onConflictDoUpdate({ target: ideaTemplates.userId, set: { templates } });
  return templates;
};
