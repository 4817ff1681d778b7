import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import type { Env } from '../env.ts';
import { diskStore } from './disk-store.ts';
import { MediaService } from './media-service.ts';
import { s3Store } from './s3-store.ts';
import { UploadSpool } from './upload-spool.ts';

/** The store the settings name: a bucket, or a folder under DATA_DIR. Nothing is made before the first upload. */
export const createMediaService = (db: Db, env: Pick<Env, 'dataDir' | 's3'>, clock: Clock): MediaService => {
  const folder = join(env.dataDir, 'media');
  const store = env.s3 ? s3Store(env.s3) : diskStore(folder);
  return new MediaService(db, store, new UploadSpool(join(folder, 'arriving')), clock);
};
