/** Why something an operator asked for cannot be done, and what to do instead: shown as it stands. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
