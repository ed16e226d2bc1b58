/**
 * Limits that the first screen does not need; in limits.ts they would enlarge its script (contract sections 2
 * to 5, specification section 9). Times are in ms unless the name gives another unit.
 */
export const callLimits = {
  /** Pictures uploaded by people (requirements S01–S03). */
  picture: {
    /** Maximum size of an uploaded picture, bytes. */
    maxBytes: 10 * 1024 * 1024,
    /** Maximum size of a source file before the browser scales it down, bytes. */
    maxSourceBytes: 60 * 1024 * 1024,
    /** Maximum number of decoded pixels. */
    maxPixels: 40_000_000,
    /** Minimum length of the shorter side, px: text in a smaller picture is not legible. */
    minSide: 200,
    /** Uploads of one person per hour. */
    uploadsPerHour: 60,
    /** Uploads per hour for one composed page. */
    composeUploadsPerHour: 200,
    /** Uploads of one operator of the console per hour. */
    operatorUploadsPerHour: 300,
  },
  /** Signed calls (contract section 3). */
  clockSkew: 5 * 60_000,
  minNonceLength: 16,
  maxNonceLength: 128,
  captcha: { width: 320, height: 160, tolerance: 5, challengeSeconds: 120, passSeconds: 300 },
  sms: { digits: 6, seconds: 300, maxAttempts: 5, resendSeconds: 60, perDay: 10 },
} as const;
