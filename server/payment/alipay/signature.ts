import { sign, verify, type KeyObject } from "node:crypto";

export type AlipayParameters = Readonly<Record<string, string>>;

/** Text under a signature: `k=v` by `&`, sorted by name, values not encoded, without the named parameters. */
const textOf = (parameters: AlipayParameters, without: readonly string[]): string =>
  Object.keys(parameters)
    .filter((name) => !without.includes(name))
    .toSorted()
    .map((name) => `${name}=${parameters[name]}`)
    .join("&");

/** Signs all parameters of a request, `sign_type` included (RSA2). */
export const signParameters = (parameters: AlipayParameters, key: KeyObject): string =>
  sign("sha256", Buffer.from(textOf(parameters, ["sign"])), key).toString("base64");

export const verifyText = (text: string, signature: string, key: KeyObject): boolean =>
  verify("sha256", Buffer.from(text), key, Buffer.from(signature, "base64"));

/**
 * Verifies a notice. Alipay signs it without `sign_type`; the vendor's own SDK accepts it with `sign_type` too, as notices of
 * some products are signed.
 */
export function verifyNotice(parameters: AlipayParameters, key: KeyObject): boolean {
  const { sign: signature = "" } = parameters;
  return [["sign", "sign_type"], ["sign"]].some((without) =>
    verifyText(textOf(parameters, without), signature, key),
  );
}

/** The end (exclusive) of the JSON object that begins at `start`; -1: it does not end. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isInText = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (isInText) {
      if (character === "\\") at++;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return -1;
}
/** The raw text of the object under `name` in an answer, over which its signature is made; null: there is none. */
export function signedObjectText(answer: string, name: string): string | null {
  const [beginning] = new RegExp(String.raw`^\s*\{\s*"${name}"\s*:\s*(?=\{)`, "u").exec(answer) ?? [];
  if (beginning === undefined) return null;
  const end = endOfObject(answer, beginning.length);
  return end === -1 ? null : answer.slice(beginning.length, end);
}
