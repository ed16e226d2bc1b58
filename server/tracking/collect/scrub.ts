/**
 * Removes personal data and secrets from text of clients (requirement X16): mobile and identity numbers, mail
 * addresses, tokens, and parameters of logins and links. Our own tracker sends none of them, but other
 * clients and old versions may.
 */

/** Names of query parameters of a login, a link or a form, which are removed completely. */
const SECRET_NAMES =
  "code|state|tk|iss|token|access_?token|id_?token|refresh_?token|sx_?token|session_?state|ticket(?:_?code)?|" +
  "mobile|phone|tel|sms_?code|captcha_?verify_?id|password|client_secret|sec";
/** Matches such a parameter with its value, plain or percent-encoded once or more. */
const SECRET_PARAMETER = new RegExp(
  `(?<=[?&#;]|%(?:25)*(?:3F|26|23|3B))(?:${SECRET_NAMES})(?:=|%(?:25)*3D)` +
    `(?:(?!%(?:25)*(?:26|23|22))[^&#\\s"'<>])*(?:&|%(?:25)*26)?`,
  "gi",
);
/** Matches a separator that has nothing after it any more. */
const TRAILING_SEPARATOR = /[?&](?=$|#|\s)/g;
/** Matches 13812345678, also with +86, spaces or hyphens, and in full-width digits. */
const MOBILE =
  /(?<![0-9０-９])(?:(?:\+|%2B|00)?(?:86|８６)[\s-]?)?[1１][3-9３-９][0-9０-９][\s-]?[0-9０-９]{4}[\s-]?[0-9０-９]{4}(?![0-9０-９])/gi;
const IDENTITY_NUMBER = /(?<!\d)[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{3}[\dXx](?!\w)/g;
const MAIL = /[\w.+-]{1,64}(?:@|%40)[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/g;
/** Matches a JSON web token or a bearer token. */
const TOKEN = /eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?|(?<=\bbearer\s)[\w.~+/-]{8,}=*/gi;
/** Names of properties that are removed with their values. */
const SECRET_KEY = new RegExp(`^(?:${SECRET_NAMES}|id_?card|mail|email|real_?name)$`, "i");

/** The first half of a character that was cut. */
const HALF_AT_END = /[\ud800-\udbff]$/;

/** Cheap test of whether a text may contain any of these; most do not, and then nothing is searched. */
const MAY_CONTAIN = /[0-9０-９][0-9０-９\s-]{8}|@|%40|[?&#;]|%3F|%26|%23|%3B|eyJ|bearer/i;

export const isSecretKey = (name: string): boolean => SECRET_KEY.test(name);

/**
 * Returns a text that may be stored: well-formed, without NUL, without personal data.
 * @param maxLength characters
 */
export function scrubText(text: string, maxLength: number): string {
  // Truncates before and after the search, since replacements may be longer than the original.
  let clean = text.length > maxLength * 2 ? text.slice(0, maxLength * 2) : text;
  if (MAY_CONTAIN.test(clean)) {
    const shorter = clean.replace(SECRET_PARAMETER, "");
    clean = (shorter === clean ? clean : shorter.replace(TRAILING_SEPARATOR, ""))
      .replace(TOKEN, "[token]")
      .replace(IDENTITY_NUMBER, "[id]")
      .replace(MOBILE, "[mobile]");
    // Guarded, since this expression is the slowest one: it is tried at each letter.
    if (clean.includes("@") || clean.includes("%40")) clean = clean.replace(MAIL, "[mail]");
  }
  if (clean.length > maxLength) clean = clean.slice(0, maxLength).replace(HALF_AT_END, "");
  return clean.toWellFormed().replaceAll("\0", "");
}

/** Whether a number looks like a mobile: eleven digits from 13 to 19. */
export const isMobileNumber = (value: number): boolean =>
  Number.isInteger(value) && value >= 13_000_000_000 && value <= 19_999_999_999;
