import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DataKey, DataKeys } from "./vault.ts";

/** The text of `DATA_KEYS`: names and keys, the first seals. @returns null where it is none */
export function keysOf(text: string): DataKeys["keys"] | null {
  const keys: DataKey[] = [];
  for (const part of text.split(",")) {
    const found = /^([a-z0-9]{1,16}):([A-Za-z0-9_-]{43})$/.exec(part.trim());
    if (found === null || keys.some(({ id }) => id === found[1])) return null;
    keys.push({ id: found[1] ?? "", key: Buffer.from(found[2] ?? "", "base64url") });
  }
  const [first, ...others] = keys;
  return first ? [first, ...others] : null;
}
/** A key of 32 bytes, base64url. */
export const keyOf = (text: string): Buffer | null =>
  /^[A-Za-z0-9_-]{43}$/.test(text) ? Buffer.from(text, "base64url") : null;

export const newKey = (): string => randomBytes(32).toString("base64url");
const newKeyNamed = (number: number): string => `k${number}:${newKey()}`;

/** Of an installation whose settings name no keys: beside its data, for its own user alone to read. */
const fileOf = (dataDir: string): string => join(dataDir, "data-keys.json");
type Kept = { keys: string; lookup: string };

/** The file's keys. @throws Error one line, where it is no such file */
function keptIn(dataDir: string): Kept {
  const kept = JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as Partial<Kept>;
  if (typeof kept.keys !== "string" || typeof kept.lookup !== "string") throw new Error("it holds no keys");
  return { keys: kept.keys, lookup: kept.lookup };
}

/** Whole files alone are put in place: whoever reads at the same time sees the old one or the new one. */
function draftOf(dataDir: string, kept: Kept): string {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${fileOf(dataDir)}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  return draft;
}
function make(dataDir: string, kept: Kept): void {
  const draft = draftOf(dataDir, kept);
  try {
    // Fails where another process was first: then its keys count.
    linkSync(draft, fileOf(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
}

/**
 * The keys beside the data, made when there are none yet.
 * @param mayMake false: not made, but an error
 * @throws Error one line
 */
export function fileKeys(dataDir: string, { mayMake = true } = {}): DataKeys {
  let kept: Kept;
  try {
    kept = keptIn(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    if (!mayMake) throw new Error("there is none", { cause: error });
    make(dataDir, { keys: newKeyNamed(1), lookup: newKey() });
    kept = keptIn(dataDir);
  }
  const [keys, lookup] = [keysOf(kept.keys), keyOf(kept.lookup)];
  if (keys === null || lookup === null) throw new Error("it holds no keys");
  return { keys, lookup };
}

/** Puts a new key before those that there are. @returns its name @throws Error one line, where there are none */
export function addKey(dataDir: string): string {
  const { keys } = fileKeys(dataDir, { mayMake: false });
  const kept = keptIn(dataDir);
  const number = Math.max(...keys.map(({ id }) => Number(/\d+$/.exec(id)?.[0] ?? 0))) + 1;
  renameSync(draftOf(dataDir, { ...kept, keys: `${newKeyNamed(number)},${kept.keys}` }), fileOf(dataDir));
  return `k${number}`;
}
