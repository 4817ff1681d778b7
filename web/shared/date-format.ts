/** Creating an Intl format takes milliseconds, so each is created once, when it is first used. */
export const createDateFormat = (options: Intl.DateTimeFormatOptions) => {
  let created: Intl.DateTimeFormat | undefined;
  return (at: Date | number): string => {
    created ??= new Intl.DateTimeFormat('en-GB', options);
    return created.format(at);
  };
};
