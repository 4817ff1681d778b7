/** Why an admin command failed, and what to do instead; shown as is. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
