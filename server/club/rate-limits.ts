/** Actions of a member within one window; generous for people, tight for scripts. */
export const memberRateLimits = {
  article: 5,
  comment: 30,
  like: 200,
  follow: 100,
  join: 30,
  report: 20,
  review: 20,
  lead: 100,
  cover: 20,
  search: 200,
} as const;
export type RateLimitedAction = keyof typeof memberRateLimits;
/** Length of the window, ms. */
export const RATE_LIMIT_WINDOW = 600_000;
