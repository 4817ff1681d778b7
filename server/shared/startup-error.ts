/** Why the application can't start; shown as is, without a stack. */
export class StartupError extends Error {
  override name = 'StartupError';
}

type SystemError = NodeJS.ErrnoException & { address?: string; hostname?: string; port?: number };

/** The message for a failed start; undefined if only the stack helps (a bug). */
export const explainStartFailure = (error: unknown): string | undefined => {
  if (error instanceof StartupError) return error.message;
  const { code, path, address, hostname, port } = error as SystemError;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${address} is already in use. Stop the other program, or choose another port: PORT=3001 npm start`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST=${address ?? hostname} isn't an address of this machine.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path ?? 'DATA_DIR'} can't be a folder: a file with that name exists.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `No space left on the disk${path === undefined ? '' : ` (writing ${path})`}.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return port === undefined
        ? `No permission to use ${path ?? 'a file'}: ${(error as Error).message}`
        : `No permission to listen on port ${port}: ports below 1024 belong to root.`;
    default:
      return undefined;
  }
};
