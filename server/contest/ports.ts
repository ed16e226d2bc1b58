import type { Uploads } from "../picture/index.ts";

/** Interfaces of other modules that contests depend on. */
export type ContestPorts = {
  readonly pictures: Pick<Uploads, "claim" | "release" | "urlsOf">;
  /** Whether a text contains a word that the operator forbids. */
  hasForbiddenWord(text: string): Promise<boolean>;
};
