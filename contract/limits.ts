/** Business constants and limits (specification section 9, contract sections 2, 4, 5, 6). Times in ms unless named. */
export const limits = {
  requestTimeout: 30_000,
  tokenLoginRetries: 3,
  geolocationTimeout: 3_000,
  geolocationMaximumAge: 500_000,
  toastDuration: 2_000,
  pageLeaveTimer: 5_000,
  reloadAfterNativeLogin: 100,
  /** How long a page waits for the app's token before it goes on as a visitor's (requirement G10). */
  nativeTokenWait: 3_000,
  bridgeSilence: 10_000,
  /** How long a page waits, once, for an app that puts its bridge in late (requirement R26). */
  bridgeInjection: 3_000,
  webpQuality: 75,
  jpegQuality: 0.9,
  minimumAppMajor: 3,
  clientDatabaseVersion: 1,
  pageSize: 10,
  pageSizeMost: 50,
  /** Of a request's body, bytes. */
  bodyMost: 256 * 1024,
  /** A session token's life; refreshed when half of it is over, but not beyond the server's SESSION_MAX_DAYS. */
  sessionDays: 7,
  nameMost: 40,
  answerMost: 500,
  keywordMost: 40,
  /** A server's message is shown up to this length (requirement V27). */
  messageMost: 60,
} as const;

/** A dealer in trial operation; its name is shown with `trialSuffix` (specification section 9). */
export const trialStatus = "BC500002";
export const trialSuffix = "（试营业）";

/** Where nothing tells where a person is (specification section 3). */
export const defaultPlace = {
  province: "上海市",
  provinceId: "310000",
  city: "上海市",
  cityId: "310100",
  longitude: 121.48,
  latitude: 31.22,
} as const;
/** Its city's name as shown. */
export const defaultCityName = "上海";
/** What the native app sends when it has none (requirement J10). */
export const defaultAppCodes = { provinceCode: "110000", cityCode: "110100" } as const;
