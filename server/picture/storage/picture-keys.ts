import { createHash, randomBytes } from "node:crypto";

/** Kinds of pictures we keep, by the ending of their keys. */
export const pictureTypes = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  avif: "image/avif",
  svg: "image/svg+xml",
} as const;
export type PictureKind = keyof typeof pictureTypes;

const KEY = /^[a-z0-9][a-z0-9-]{0,63}-[0-9a-f]{16}\.(jpg|png|webp|gif|avif|svg)$/;

/** Whether a text can be a key at all: no path, no dots but one (so nothing outside the folder is ever read). */
export const isPictureKey = (text: string): boolean => KEY.test(text);
export const kindOfKey = (key: string): PictureKind => (KEY.exec(key)?.[1] ?? "jpg") as PictureKind;

/** Of a picture that is not for everybody; never a key as above, whose addresses are public. */
const PRIVATE_KEY = /^private_[0-9a-f]{32}\.jpg$/;
export const isPrivateKey = (text: string): boolean => PRIVATE_KEY.test(text);
/** Nobody guesses it, and it says nothing of the content. */
export const newPrivateKey = (): string => `private_${randomBytes(16).toString("hex")}.jpg`;

/** The kind of picture that we made ourselves, by its first bytes. */
export function kindOfBytes(bytes: Buffer): "jpg" | "png" | "webp" {
  if (bytes[0] === 0xff) return "jpg";
  return bytes[0] === 0x89 ? "png" : "webp";
}

export const contentHash = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
};

/**
 * A key that says what the picture is and changes with its content: `cover-snow-tk-0123456789abcdef.svg`.
 * @param tone the colour that stands in its place until it is there (tone.ts)
 */
export function pictureKeyOf(bytes: Buffer, name: string, kind: PictureKind, tone: string | null): string {
  const words = name
    .replace(/\.[^.]*$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 57)
    .replace(/^-+|-+$/g, "");
  const parts = [words || "picture", ...(tone === null ? [] : [tone]), contentHash(bytes).slice(0, 16)];
  return `${parts.join("-")}.${kind}`;
}
