/** The product's name; `/api/config` may carry another for a deployment. */
export const BRAND = 'Chartlark';

/** SPEC §1: what the login screens and the footers state. */
export const DISCLAIMER =
  'Educational content only, not investment advice. Chartlark offers no broker services and executes no trades. All trading decisions are at your own risk.';
