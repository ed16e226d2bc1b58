// Of these a script of the web app holds what it uses alone: in one object it would hold all of them.
export const requestTimeout = 30_000;
export const tokenLoginRetries = 3;
export const geolocationTimeout = 3_000;
export const geolocationMaximumAge = 500_000;
export const toastDuration = 2_000;
export const pageLeaveTimer = 5_000;
export const nativeLoginReloadDelay = 100;
/** How long a page waits for the app's token before it goes on as a visitor's (requirement G10). */
export const nativeTokenTimeout = 3_000;
export const bridgeTimeout = 10_000;
/** How long a page waits, once, for an app that puts its bridge in late (requirement R26). */
export const bridgeInjectionTimeout = 3_000;
export const webpQuality = 75;
export const jpegQuality = 0.9;
export const minimumAppMajor = 3;
export const clientDatabaseVersion = 1;
export const defaultPageSize = 10;
export const maxPageSize = 50;
/** Of a request's body, bytes. */
export const maxBodyBytes = 256 * 1024;
/** A session token's life; refreshed when half of it is over, but not beyond the server's SESSION_MAX_DAYS. */
export const sessionDays = 7;
export const maxNameLength = 40;
export const maxAnswerLength = 500;
export const maxKeywordLength = 40;
/** A server's message is shown up to this length (requirement V27). */
export const maxMessageLength = 60;
