/** The product's name. A deployment can override it through `/api/config`. */
export const BRAND = 'Chartlark';

/** The default address of the educator login. */
export const STAFF_PATH = '/chartlark-staff';

/** For messages with little room. */
export const SHORT_DISCLAIMER = 'Educational content only, not investment advice.';
/** SPEC §1: shown on the login screens and in the footers. */
export const DISCLAIMER = `${SHORT_DISCLAIMER} Chartlark offers no broker services and executes no trades. All trading decisions are at your own risk.`;
