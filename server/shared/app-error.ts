import { type ErrorBody, type ErrorCode, errorCatalogue } from '../../contract/shared/errors.ts';

/**
 * An error that the caller reads. Services throw it and server/http/errors.ts turns it into the response, in one
 * place. `fields` names invalid inputs by the body's own names; `conflict` has both values of a lost update.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Set where a code is shared by several messages; otherwise the catalogue has the message. */
  readonly ownMessage: string | undefined;
  readonly details: Pick<ErrorBody, 'fields' | 'conflict'> & { retryAfterSeconds?: number };

  /** `ownMessage` is for codes shared by several messages, such as the kinds of files that are rejected. */
  constructor(code: ErrorCode, details: AppError['details'] = {}, ownMessage?: string) {
    super(ownMessage ?? errorCatalogue[code].message);
    this.ownMessage = ownMessage;
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}
