/** How long personal data are kept, in days; the sign-in log has a setting of its own (AUTH_LOG_DAYS). */
export const RETENTION_DAYS = {
  /** Ended and expired sessions, for the sign-in log. */
  endedSessions: 30,
  /** Networks and browsers of an account, after their last sign-in. */
  knownBrowsers: 180,
  /** Links in mails and printed ones, after they stopped working. */
  links: 30,
  /** To which devices an idea was delivered. */
  deliveries: 30,
} as const;
