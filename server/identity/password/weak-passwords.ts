import { readFileSync } from "node:fs";
import type { Brand } from "#contract/core/brand.ts";
import { Refusal } from "#contract/core/errors.ts";
import { identityMessages } from "../messages.ts";

/** Common passwords, loaded when the first password is chosen: many installations never need them. */
let common: ReadonlySet<string> | null = null;
function isCommon(password: string): boolean {
  common ??= new Set(
    readFileSync(new URL("./common-passwords.txt", import.meta.url), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#")),
  );
  return common.has(password);
}

/** Words that are guessed first with digits or punctuation around them. */
const commonWords = ["password", "passwd", "admin", "woaini", "mima", "qwerty", "iloveyou", "welcome", "abc"];
const MIN_DISTINCT_CHARACTERS = 5;
/** Digits of a mobile after the operator's prefix. */
const SUBSCRIBER_DIGITS = 8;

/** Words of the brand: its names and its domain. */
const wordsOf = ({ latin, idLatin, clientId, domain }: BrandWords): Set<string> =>
  new Set([latin, idLatin, clientId, domain].flatMap((text) => text.toLowerCase().match(/[a-z]{3,}/g) ?? []));
type BrandWords = Pick<Brand, "latin" | "idLatin" | "clientId" | "domain">;

/**
 * Explains why a password is easy to guess (ASVS 6.1.2, 6.2.4, 6.2.11), ignoring case.
 * @returns a message for the person; null if it is not weak
 */
export function weaknessOf(password: string, mobile: string, brand: BrandWords): string | null {
  const text = password.toLowerCase();
  if (isCommon(text)) return identityMessages.passwordCommon;
  const letters = text.replaceAll(/[^a-z]/g, "");
  const isNamed = commonWords.includes(letters) || wordsOf(brand).has(letters);
  if (isNamed || text.includes(mobile.slice(-SUBSCRIBER_DIGITS))) return identityMessages.passwordNamed;
  return new Set(text).size < MIN_DISTINCT_CHARACTERS ? identityMessages.passwordRepeated : null;
}

/** @throws Refusal "invalid" for the field `password` */
export function requireStrongPassword(password: string, mobile: string, brand: BrandWords): void {
  const weakness = weaknessOf(password, mobile, brand);
  if (weakness !== null) throw new Refusal("invalid", { fields: { password: weakness } });
}
