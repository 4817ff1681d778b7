import { AppError } from './app-error.ts';

/** Why an operator's action failed, and what to do instead; shown as is. `field` is what was wrong of a form, if it was one. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** Lets work of the operator's page fail as a call does: with the message at its field, otherwise at `field`. */
export const failAtField = async <T>(field: string, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new AppError('INVALID_REQUEST', { fields: { [error.field ?? field]: error.message } });
  }
};
