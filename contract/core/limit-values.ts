// Separate exports, so that a script of the web app contains only the values that it uses.
export const requestTimeout = 30_000;
export const tokenLoginRetries = 3;
export const geolocationTimeout = 3_000;
export const geolocationMaximumAge = 500_000;
export const toastDuration = 2_000;
export const pageLeaveTimer = 5_000;
export const nativeLoginReloadDelay = 100;
/** Maximum wait for the app's token before the page continues as a visitor's (requirement G10). */
export const nativeTokenTimeout = 3_000;
export const bridgeTimeout = 10_000;
/** Maximum wait, once per page, for an app that injects its bridge late (requirement R26). */
export const bridgeInjectionTimeout = 3_000;
export const webpQuality = 75;
export const jpegQuality = 0.9;
export const minimumAppMajor = 3;
export const clientDatabaseVersion = 1;
export const defaultPageSize = 10;
export const maxPageSize = 50;
/** Maximum size of a request body, bytes. */
export const maxBodyBytes = 256 * 1024;
/**
 * Lifetime of a session token; it is refreshed after half of it, but not beyond the server's
 * SESSION_MAX_DAYS.
 */
export const sessionDays = 7;
export const maxNameLength = 40;
export const maxAnswerLength = 500;
export const maxKeywordLength = 40;
/** Note of a dealer's staff about a lead. */
export const maxLeadNoteLength = 500;
/** Maximum length of a server's message on the screen (requirement V27). */
export const maxMessageLength = 60;
