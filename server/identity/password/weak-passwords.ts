import { readFileSync } from "node:fs";
import type { Brand } from "#contract/core/brand.ts";
import { Refusal } from "#contract/core/errors.ts";
import { identityMessages } from "../messages.ts";

/** Read when the first password is chosen: where none ever is, it costs nothing. */
let common: ReadonlySet<string> | null = null;
function isCommon(password: string): boolean {
  common ??= new Set(
    readFileSync(new URL("./common-passwords.txt", import.meta.url), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#")),
  );
  return common.has(password);
}

/** Words that with digits or signs around them are tried first, here and everywhere. */
const ordinary = ["password", "passwd", "admin", "woaini", "mima", "qwerty", "iloveyou", "welcome", "abc"];
const fewestCharacters = 5;
/** Of a mobile, without what all numbers of its kind begin with. */
const OWN_DIGITS = 8;

/** The brand's own words: its names, its domain. */
const wordsOf = ({ latin, idLatin, clientId, domain }: BrandWords): Set<string> =>
  new Set([latin, idLatin, clientId, domain].flatMap((text) => text.toLowerCase().match(/[a-z]{3,}/g) ?? []));
type BrandWords = Pick<Brand, "latin" | "idLatin" | "clientId" | "domain">;

/**
 * Why a password is among those that are guessed first (ASVS 6.1.2, 6.2.4, 6.2.11), in words for whoever
 * chose it; null: it is not. Small and capital letters count alike.
 */
export function weaknessOf(password: string, mobile: string, brand: BrandWords): string | null {
  const text = password.toLowerCase();
  if (isCommon(text)) return identityMessages.passwordCommon;
  const letters = text.replaceAll(/[^a-z]/g, "");
  const isNamed = ordinary.includes(letters) || wordsOf(brand).has(letters);
  if (isNamed || text.includes(mobile.slice(-OWN_DIGITS))) return identityMessages.passwordNamed;
  return new Set(text).size < fewestCharacters ? identityMessages.passwordRepeated : null;
}

/** @throws Refusal "invalid", of the field `password` */
export function requireStrongPassword(password: string, mobile: string, brand: BrandWords): void {
  const weakness = weaknessOf(password, mobile, brand);
  if (weakness !== null) throw new Refusal("invalid", { fields: { password: weakness } });
}
