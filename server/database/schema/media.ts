import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { videoCategories } from '../../../contract/learn/videos.ts';
import { instant, isOneOf, isoInstant } from './columns.ts';
import { users } from './people.ts';

/** Uploads (DESIGN §8). The bytes are in a media store; unreferenced uploads are removed after 24 h. */
export const media = pgTable(
  'media',
  {
    /** 128 random bits in hex and an extension: the name under /media/ and in the store. */
    name: text().primaryKey(),
    ownerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    kind: text({ enum: ['image', 'audio', 'video'] }).notNull(),
    contentType: text().notNull(),
    byteSize: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    check('media_kind', isOneOf('kind', ['image', 'audio', 'video'])),
    check('media_name', sql`name ~ '^[0-9a-f]{32}[.][a-z0-9]{2,4}$'`),
    index('media_created').on(table.createdAt),
  ],
);

/** Lessons: links to other sites, or uploads by the educator. */
export const videos = pgTable(
  'videos',
  {
    id: uuid().primaryKey().defaultRandom(),
    educator_id: text()
      .notNull()
      .references(() => users.educatorId),
    title: text().notNull(),
    category: text({ enum: videoCategories }).notNull(),
    url: text().notNull(),
    created_at: isoInstant().notNull(),
    updated_at: isoInstant().notNull(),
  },
  (table) => [
    check('videos_category', isOneOf('category', videoCategories)),
    check('videos_url', sql`url ~ '^(https://|/media/)'`),
    index('videos_newest').on(table.created_at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('videos_educator').on(table.educator_id),
  ],
);
