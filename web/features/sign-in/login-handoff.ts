/** What was typed into one login and is carried to the other (SPEC §2's gesture must not cost anyone their typing). */
let typed = { email: '', password: '' };

export const carryTyped = (fields: { email: string; password: string }): void => {
  typed = fields;
};

/** Takes it over, once: it is not left lying in memory. */
export const takeTyped = (): { email: string; password: string } => {
  const taken = typed;
  typed = { email: '', password: '' };
  return taken;
};
