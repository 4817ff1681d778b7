import type { TestProject } from 'vitest/node';
import { seedDemo } from '../server/demo/seed-demo.ts';
import { createTemplate } from '../server/testing/test-server.ts';

/** A migrated database with the demo. Seeding one takes ten times as long as copying it. */
export const DEMO_TEMPLATE = 'chartlark_demo_template';

/** Vitest's global set-up of the end-to-end tests; runs after server/testing/test-server.ts. */
export default async function setup(project: TestProject) {
  const { testServer } = project.getProvidedContext();
  await createTemplate(testServer, DEMO_TEMPLATE, ({ db }) =>
    // Each app stores the files in its own folder.
    seedDemo(db, new Date(), async () => undefined),
  );
}
