import { join } from 'node:path';
import type { Db } from '../database/connection.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';
import { diskStore } from './disk-store.ts';
import { MediaService } from './media-service.ts';
import type { MediaStore } from './media-store.ts';
import { s3Store } from './s3-store.ts';
import { UploadSpool } from './upload-spool.ts';

type MediaSettings = Pick<Env, 'dataDir' | 's3'>;
type ServiceSettings = MediaSettings & Pick<Env, 'uploadQuotaBytes'>;

const getMediaFolder = ({ dataDir }: MediaSettings) => join(dataDir, 'media');
/** Beside the store's folder, so that a finished file is only renamed. */
export const getSpoolFolder = (env: MediaSettings): string => join(getMediaFolder(env), 'arriving');

/** The configured store: a bucket, or a folder under DATA_DIR. Creates nothing before the first upload. */
export const createMediaStore = (env: MediaSettings): MediaStore =>
  env.s3 ? s3Store(env.s3) : diskStore(getMediaFolder(env));

export const createMediaService = (db: Db, env: ServiceSettings, clock: Clock): MediaService =>
  new MediaService(
    db,
    createMediaStore(env),
    new UploadSpool(getSpoolFolder(env)),
    clock,
    env.uploadQuotaBytes,
  );
