import { listTemplates, putTemplates } from '../../contract/publishing/idea-templates.ts';
import type { Db } from '../database/connection.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import { selectTemplates, upsertTemplates } from './templates-db.ts';

export const templatesRoutes = (app: ContractApp, { database: { db } }: { database: { db: Db } }): void => {
  app.handle(listTemplates, ({ viewer }) => selectTemplates(db, viewer.user.id));
  app.handle(putTemplates, ({ viewer, body }) => upsertTemplates(db, viewer.user.id, body.templates));
};
