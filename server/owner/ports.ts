import type { Database } from "../database/connection/database.ts";

/** What owners ask of their neighbours. */
export type OwnerPorts = {
  /** Makes a mobile's person a verified owner of cars of these series, in the caller's transaction. */
  setOwner(db: Database, mobile: string, seriesCodes: readonly string[]): Promise<void>;
  /** A user's own uploaded picture is used from now on; false where they have no such picture. */
  usePicture(pictureId: string, userId: string): Promise<boolean>;
  releasePicture(pictureId: string): Promise<void>;
  /** An address below the origin that shows it for ten minutes. */
  pictureUrl(pictureId: string): Promise<string | null>;
};
