import { Readable, Writable } from 'node:stream';
import { runAdmin } from '../cli/run-admin.ts';

export type AdminAnswer = { code: number | null; out: string; err: string };

const collect = (chunks: Buffer[]) =>
  new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });

/** Runs an admin command in this process, with these settings alone and no terminal: a process of its own takes half a second. */
export const admin = async (
  args: string[],
  env: Record<string, string> = {},
  stdin?: string,
): Promise<AdminAnswer> => {
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  const input = Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]);
  const code = await runAdmin(args, { env, input, output: collect(out), errors: collect(err) });
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
};
