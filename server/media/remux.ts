import { fork } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { mediaLimits } from '../../contract/media/media.ts';
import type { RecordingExtension } from './media-format.ts';
import { DAMAGED, MediaRejected, processingQueue } from './processing.ts';

/** A recording or video at `source`, to be copied to `target`. */
export type RemuxTask = { source: string; target: string; extension: RecordingExtension };
/** How it ended; an object is an error of the disk. */
export type RemuxOutcome = 'done' | 'unsupported' | 'damaged' | { code: string | undefined; message: string };

const program = fileURLToPath(new URL('./remux-process.ts', import.meta.url));
/** A copy is hardly larger than its source. Far less than an entry of a backup may have (server/backup/backup-format.ts). */
const MAX_COPY_BYTES = 1.2 * mediaLimits.video;
/** Far more than the index of the largest upload needs. */
const MAX_HEAP_MB = 256;
/** An hour of quiet talk, 250,000 packets, takes 10 s. A proxy waits a minute for the response. */
const TIMEOUT_MS = 40_000;

/**
 * Copies sound and pictures unchanged into a new file without metadata. In a process of its own: parsing a large index
 * blocks for seconds, and a hostile one fills the memory, which would end this process even from a worker thread.
 * @throws MediaRejected if the file can't be read, or has a codec its format isn't made for.
 */
export const remux = (task: RemuxTask): Promise<{ byteSize: number }> =>
  processingQueue.add(async () => {
    const outcome = await runProcess(task);
    if (typeof outcome === 'object') throw Object.assign(new Error(outcome.message), { code: outcome.code });
    if (outcome === 'damaged') throw new MediaRejected(DAMAGED);
    if (outcome === 'unsupported') throw new MediaRejected("Its format isn't supported");
    const { size } = await stat(task.target);
    if (size > MAX_COPY_BYTES) throw new MediaRejected(DAMAGED);
    return { byteSize: size };
  });

const runProcess = ({ source, target, extension }: RemuxTask): Promise<RemuxOutcome> =>
  new Promise((resolve, reject) => {
    const child = fork(program, [source, target, extension], {
      // Without our environment, which has secrets, and our Node options.
      env: {},
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    let outcome: RemuxOutcome = 'damaged';
    child.on('message', (message) => {
      outcome = message as RemuxOutcome;
    });
    child.on('error', reject);
    // Only then does nothing write to the target any more.
    child.on('close', () => {
      clearTimeout(timer);
      resolve(outcome);
    });
  });
