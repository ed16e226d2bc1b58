import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DataKey, DataKeys } from "./keyring.ts";

/** Parses `DATA_KEYS`: names and keys; the first one encrypts. @returns null if the text is invalid */
export function parseDataKeys(text: string): DataKeys["keys"] | null {
  const keys: DataKey[] = [];
  for (const part of text.split(",")) {
    const found = /^([a-z0-9]{1,16}):([A-Za-z0-9_-]{43})$/.exec(part.trim());
    if (found === null || keys.some(({ id }) => id === found[1])) return null;
    keys.push({ id: found[1] ?? "", key: Buffer.from(found[2] ?? "", "base64url") });
  }
  const [first, ...others] = keys;
  return first ? [first, ...others] : null;
}
/** Parses a key of 32 bytes, base64url. @returns null if the text is invalid */
export const parseDataKey = (text: string): Buffer | null =>
  /^[A-Za-z0-9_-]{43}$/.test(text) ? Buffer.from(text, "base64url") : null;

export const generateDataKey = (): string => randomBytes(32).toString("base64url");
const generateNamedKey = (number: number): string => `k${number}:${generateDataKey()}`;

/** Key file of an installation whose settings name no keys; only its own user may read it. */
const keyFilePath = (dataDir: string): string => join(dataDir, "data-keys.json");
type KeyFileContents = { keys: string; lookup: string };

/** Reads the key file. @throws Error one line, if it is missing or invalid */
function readKeyFile(dataDir: string): KeyFileContents {
  const contents = JSON.parse(readFileSync(keyFilePath(dataDir), "utf8")) as Partial<KeyFileContents>;
  if (typeof contents.keys !== "string" || typeof contents.lookup !== "string")
    throw new Error("the file contains no keys");
  return { keys: contents.keys, lookup: contents.lookup };
}

/** Writes a temporary file that replaces the key file atomically: readers see the old file or the new one. */
function writeDraftFile(dataDir: string, contents: KeyFileContents): string {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${keyFilePath(dataDir)}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, `${JSON.stringify(contents)}\n`, { mode: 0o600 });
  return draft;
}
function createKeyFile(dataDir: string, contents: KeyFileContents): void {
  const draft = writeDraftFile(dataDir, contents);
  try {
    // Fails if another process was faster; its keys are then used.
    linkSync(draft, keyFilePath(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
}

/**
 * Reads the keys in the data directory, and creates them if there are none.
 * @param mayCreate false: throws an error instead of creating them
 * @throws Error one line
 */
export function loadKeyFile(dataDir: string, { mayCreate = true } = {}): DataKeys {
  let contents: KeyFileContents;
  try {
    contents = readKeyFile(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    if (!mayCreate) throw new Error("the file does not exist", { cause: error });
    createKeyFile(dataDir, { keys: generateNamedKey(1), lookup: generateDataKey() });
    contents = readKeyFile(dataDir);
  }
  const [keys, lookup] = [parseDataKeys(contents.keys), parseDataKey(contents.lookup)];
  if (keys === null || lookup === null) throw new Error("the file contains no keys");
  return { keys, lookupKey: lookup };
}

/**
 * Puts a new key before the existing ones. @returns its name @throws Error one line, if there is no key file
 */
export function addDataKey(dataDir: string): string {
  const { keys } = loadKeyFile(dataDir, { mayCreate: false });
  const contents = readKeyFile(dataDir);
  const number = Math.max(...keys.map(({ id }) => Number(/\d+$/.exec(id)?.[0] ?? 0))) + 1;
  renameSync(
    writeDraftFile(dataDir, { ...contents, keys: `${generateNamedKey(number)},${contents.keys}` }),
    keyFilePath(dataDir),
  );
  return `k${number}`;
}
