import { type ErrorBody, type ErrorCode, errorCatalogue } from '../contract/errors.ts';

/**
 * An error a caller is meant to read. Services throw it; plugins/errors.ts turns it into the answer, in one place.
 * `fields` names inputs at fault in the body's own names; `conflict` carries both values of a lost race.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Pick<ErrorBody, 'fields' | 'conflict'> & { retryAfterSeconds?: number };

  /** `message` is for codes that several sentences share, such as the kinds of files that are refused. */
  constructor(code: ErrorCode, details: AppError['details'] = {}, message?: string) {
    super(message ?? errorCatalogue[code].message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}
