/** Limits of contests, apart from the calls because forms need them too. */
export const contestLimits = {
  /** Characters. */
  maxCaptionLength: 100,
  /** Complaints of different people that hide an entry. */
  reportsToHide: 3,
} as const;
