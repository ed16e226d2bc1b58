/**
 * Takes out of client-sent text what must not be kept (requirement X16): mobile and identity
 * numbers, mail addresses, tokens, and what a login or a link brings in an address. Our own
 * tracker sends none of it; others, and old versions, may.
 */

/** Address parameters that go, whole: what a login, a link or a form carries. */
const SECRET_NAMES =
  "code|state|tk|iss|token|access_?token|id_?token|refresh_?token|sx_?token|session_?state|ticket(?:_?code)?|" +
  "mobile|phone|tel|sms_?code|captcha_?verify_?id|password|client_secret|sec";
/** In an address, plain or encoded once or more; what follows up to the next separator. */
const SECRET_PARAMETER = new RegExp(
  `(?<=[?&#;]|%(?:25)*(?:3F|26|23|3B))(?:${SECRET_NAMES})(?:=|%(?:25)*3D)` +
    `(?:(?!%(?:25)*(?:26|23|22))[^&#\\s"'<>])*(?:&|%(?:25)*26)?`,
  "gi",
);
/** A separator that is left with nothing after it. */
const LEFT_OVER = /[?&](?=$|#|\s)/g;
/** 13812345678, also with +86, blanks or hyphens, and in full-width digits. */
const MOBILE =
  /(?<![0-9０-９])(?:(?:\+|%2B|00)?(?:86|８６)[\s-]?)?[1１][3-9３-９][0-9０-９][\s-]?[0-9０-９]{4}[\s-]?[0-9０-９]{4}(?![0-9０-９])/gi;
const IDENTITY_NUMBER = /(?<!\d)[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{3}[\dXx](?!\w)/g;
const MAIL = /[\w.+-]{1,64}(?:@|%40)[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/g;
/** A JSON web token, or a bearer's. */
const TOKEN = /eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?|(?<=\bbearer\s)[\w.~+/-]{8,}=*/gi;
/** Names of properties whose values are of no use but to misuse. */
const SECRET_KEY = new RegExp(`^(?:${SECRET_NAMES}|id_?card|mail|email|real_?name)$`, "i");

/** Whether a text can hold any of it: most cannot, and then nothing is searched. */
const MAY_HOLD = /[0-9０-９][0-9０-９\s-]{8}|@|%40|[?&#;]|%3F|%26|%23|%3B|eyJ|bearer/i;

export const isSecretKey = (name: string): boolean => SECRET_KEY.test(name);

/** A text as it may be stored: well-formed, without NUL, at most so long, nothing personal. */
export function scrubText(text: string, most: number): string {
  // Cut before searching, and again after: what stands in for something may be longer.
  let clean = text.length > most * 2 ? text.slice(0, most * 2) : text;
  if (MAY_HOLD.test(clean)) {
    const shorter = clean.replace(SECRET_PARAMETER, "");
    clean = (shorter === clean ? clean : shorter.replace(LEFT_OVER, ""))
      .replace(TOKEN, "[token]")
      .replace(IDENTITY_NUMBER, "[id]")
      .replace(MOBILE, "[mobile]");
    // The dearest search of all: tried at each letter.
    if (clean.includes("@") || clean.includes("%40")) clean = clean.replace(MAIL, "[mail]");
  }
  if (clean.length > most) clean = clean.slice(0, most);
  return clean.toWellFormed().replaceAll("\0", "");
}

/** Whether a number is somebody's mobile: eleven digits of the kind. */
export const isMobileNumber = (value: number): boolean =>
  Number.isInteger(value) && value >= 13_000_000_000 && value <= 19_999_999_999;
