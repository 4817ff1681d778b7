/** SPEC §8: failures are logged and rethrown. The only place that writes to the console. */
export const logFailure = (what: string, failure: unknown): void => {
  // biome-ignore lint/suspicious/noConsole: this is the log SPEC §8 asks for; there is no other on this side.
  console.warn(what, failure);
};
