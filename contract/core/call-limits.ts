/**
 * Limits that no first screen needs: they would count against its script (contract sections 2 to 5,
 * specification section 9). Times in ms unless named.
 */
export const callLimits = {
  /** Pictures from people (requirements S01–S03). */
  picture: {
    /** Of an uploaded one, bytes. */
    bytesMost: 10 * 1024 * 1024,
    /** Of a file that the browser makes smaller, bytes. */
    sourceMost: 60 * 1024 * 1024,
    /** Decoded pixels. */
    pixelsMost: 40_000_000,
    /** Of the shorter side, px: what is smaller shows nothing that could be read. */
    sideLeast: 200,
    /** Uploads of a person in an hour. */
    anHour: 60,
    /** Of those who compose one page in an hour. */
    anHourComposing: 200,
  },
  /** Signed calls (contract section 3). */
  clockSkew: 5 * 60_000,
  nonceLeast: 16,
  nonceMost: 128,
  captcha: { width: 320, height: 160, tolerance: 5, challengeSeconds: 120, passSeconds: 300 },
  sms: { digits: 6, seconds: 300, tries: 5, resendSeconds: 60, aDay: 10 },
} as const;
