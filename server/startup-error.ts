/** What keeps the application from starting, in words for whoever starts it: shown as it stands, without a stack. */
export class StartupError extends Error {
  override name = 'StartupError';
}

type SystemError = NodeJS.ErrnoException & { address?: string; hostname?: string; port?: number };

/** The one line to show for anything that ended a start; undefined when only the stack can tell (a bug of ours). */
export const explainStartFailure = (error: unknown): string | undefined => {
  if (error instanceof StartupError) return error.message;
  const { code, path, address, hostname, port } = error as SystemError;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${address} is in use by another program. Stop it, or choose another: PORT=3001 npm start`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST=${address ?? hostname} is not an address of this machine.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path ?? 'DATA_DIR'} cannot be a folder: a file is in the way.`;
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
