import { createHash, randomBytes } from "node:crypto";

/** Media types of stored pictures, by the extension of their keys. */
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

/** Whether a text is a well-formed key, without a path and with a single dot, so that no file outside is read. */
export const isPictureKey = (text: string): boolean => KEY.test(text);
export const kindOfKey = (key: string): PictureKind => (KEY.exec(key)?.[1] ?? "jpg") as PictureKind;

/** Keys of private pictures; they never match `KEY`, whose pictures are public. */
const PRIVATE_KEY = /^private_[0-9a-f]{32}\.jpg$/;
export const isPrivateKey = (text: string): boolean => PRIVATE_KEY.test(text);
/** Creates a random key that cannot be guessed and does not depend on the content. */
export const newPrivateKey = (): string => `private_${randomBytes(16).toString("hex")}.jpg`;

/** Detects the format of a converted picture by its first bytes. */
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
 * Builds a readable key that changes with the content: `cover-snow-tk-0123456789abcdef.svg`.
 * @param tone placeholder colour while the picture loads (tone.ts)
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
