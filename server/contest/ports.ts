import type { Database } from "../database/connection/database.ts";
import type { Uploads } from "../picture/index.ts";

/** Interfaces of other modules that contests depend on. */
export type ContestPorts = {
  readonly pictures: Pick<Uploads, "claim" | "release" | "urlsOf">;
  /** Whether a text contains a word that the operator forbids. @param within a transaction that is open */
  hasForbiddenWord(text: string, within?: Database): Promise<boolean>;
};
