import type { Database } from "../database/connection/database.ts";

/** Dependencies of the owner feature on other modules. */
export type OwnerPorts = {
  /** Marks the person with this mobile as verified owner of cars of these series, in the caller's transaction. */
  setOwner(db: Database, mobile: string, seriesCodes: readonly string[]): Promise<void>;
  /** Claims a picture that the user has uploaded. @returns false if the user has no such picture */
  usePicture(pictureId: string, userId: string): Promise<boolean>;
  releasePicture(pictureId: string): Promise<void>;
  /** Returns a path that shows the picture for ten minutes. */
  pictureUrl(pictureId: string): Promise<string | null>;
};
