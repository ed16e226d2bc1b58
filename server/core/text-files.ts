import { readFileSync } from "node:fs";

/** A file of an operator that cannot be read; the message has the place and what to do. */
export class TextFileError extends Error {}

const UTF_8 = "save it as UTF-8";
const decode = (encoding: string, bytes: Uint8Array): string | null => {
  try {
    // Removes a byte order mark.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** Encoding by the byte order mark of UTF-16, which Windows programs call Unicode; null without one. */
const utf16Of = ([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null =>
  first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : null;

/** Line and column, from 1, of the end of a text. */
function placeAfter(text: string): string {
  const lines = text.split(/\r\n|\r|\n/);
  return `line ${lines.length}, column ${[...(lines.at(-1) ?? "")].length + 1}`;
}

/** Number of the first bytes that are UTF-8; the last character may be incomplete. */
function validLength(bytes: Uint8Array): number {
  let [valid, invalid] = [0, bytes.length];
  const isValid = (length: number): boolean => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (isValid(middle)) valid = middle;
    else invalid = middle;
  }
  return valid;
}
/** Place of the first byte that is no UTF-8. */
const placeOfError = (bytes: Uint8Array): string =>
  placeAfter(new TextDecoder().decode(bytes.subarray(0, validLength(bytes)), { stream: true }));
/** Whether that byte belongs to half a surrogate pair, as faulty programs write it. */
function isLoneSurrogate(bytes: Uint8Array): boolean {
  const at = validLength(bytes);
  return bytes[at - 1] === 0xed && (bytes[at] ?? 0) >= 0xa0;
}

/**
 * Decodes a file that programs and people edit: UTF-8, with or without a byte order mark.
 * @throws TextFileError for any other encoding, with the first place that shows it
 */
export function decodeUtf8(bytes: Uint8Array): string {
  if (utf16Of(bytes) !== null) throw new TextFileError(`is UTF-16: ${UTF_8}`);
  const text = decode("utf-8", bytes);
  if (text !== null) return text;
  const place = placeOfError(bytes);
  if (isLoneSurrogate(bytes)) throw new TextFileError(`${place}: is half a character: write it again`);
  const likely = decode("gb18030", bytes) === null ? "" : ", but probably GBK";
  throw new TextFileError(`${place}: is not UTF-8${likely}: ${UTF_8}`);
}

/** Scripts of the letters that two bytes of UTF-8 can make. */
const TWO_BYTE_SCRIPTS = ["Latin", "Greek", "Cyrillic", "Armenian", "Hebrew", "Arabic"].map(
  (script) => new RegExp(`^[\\p{Script=${script}}\\p{Script=Common}\\p{M}]*$`, "u"),
);
/**
 * Whether a list is rather GB18030 although it is valid UTF-8, as a few short names in GBK may be: UTF-8 would make it
 * letters of several scripts, GB18030 makes it Chinese.
 */
const isRatherGb18030 = (asUtf8: string, asGb18030: string): boolean =>
  !/\p{Script=Han}/u.test(asUtf8) &&
  /^[\p{Script=Han}·\s]+$/u.test(asGb18030) &&
  !TWO_BYTE_SCRIPTS.some((script) => script.test(asUtf8));

/**
 * Decodes a list that people export from a spreadsheet program: UTF-8, UTF-16 with its byte order mark, or GB18030,
 * which contains GBK and GB2312.
 * @throws TextFileError if it is none of them
 */
export function decodePeopleList(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  const text = decode(utf16 ?? "utf-8", bytes);
  if (utf16 !== null && text !== null) return text;
  const asGb18030 = decode("gb18030", bytes);
  if (text !== null && (asGb18030 === null || !isRatherGb18030(text, asGb18030))) return text;
  if (asGb18030 !== null) return asGb18030;
  throw new TextFileError(`${placeOfError(bytes)}: is neither UTF-8 nor GB18030: ${UTF_8}`);
}

/** Characters that V8 quotes before an unexpected token. */
const QUOTED_BEFORE = 10;
/** Place of a syntax error: V8 names its position, or quotes what is around an unexpected token, or means the end. */
function placeOfSyntaxError(text: string, error: unknown): string {
  const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
  if (position !== undefined) return placeAfter(text.slice(0, Number(position)));
  const [, token, dots, quoted] =
    /Unexpected token '(.+?)', (\.\.\.)?"([^]*?)"(?:\.\.\.)? is not valid JSON$/u.exec(String(error)) ?? [];
  if (token === undefined || quoted === undefined) return placeAfter(text);
  const at = dots === undefined ? text.indexOf(token) : text.indexOf(quoted) + QUOTED_BEFORE;
  return placeAfter(text.slice(0, at));
}

/**
 * Reads a JSON file of an operator.
 * @throws TextFileError if it cannot be read, is no UTF-8 or no JSON
 */
export function readJsonFile(path: string): unknown {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch {
    throw new TextFileError("cannot be read");
  }
  const text = decodeUtf8(bytes);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new TextFileError(`${placeOfSyntaxError(text, error)}: is not valid JSON`);
  }
}

/**
 * Finds texts that PostgreSQL cannot store: with half a character (a lone surrogate, as "\ud83d" alone in JSON), or
 * with a NUL.
 * @returns the path of each, from the root
 */
export function unstorableTexts(value: unknown, path: readonly PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0") ? [] : [[...path]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [
    ...(unstorableTexts(name).length > 0 ? [[...path, name.toWellFormed().replaceAll("\0", "")]] : []),
    ...unstorableTexts(part, [...path, name]),
  ]);
}
