/**
 * Carries the input of one login to the other and back, so that the gesture of SPEC §2 loses nothing. In memory only, and
 * dropped when another page follows.
 */
let typed = { email: '', password: '' };

export const storeTypedLogin = (fields: { email: string; password: string }): void => {
  typed = fields;
};

/** Returns the input once, and clears it from memory. */
export const takeTypedLogin = (): { email: string; password: string } => {
  const taken = typed;
  typed = { email: '', password: '' };
  return taken;
};
