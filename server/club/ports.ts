import type { Readable } from "node:stream";

/** What the car club asks of its neighbours. */
export type ClubPorts = {
  readonly pictures: {
    /** A user's own uploaded picture is used from now on; false where they have no such picture. */
    claim(pictureId: string, userId: string): Promise<boolean>;
    release(pictureId: string): Promise<void>;
    /** Keeps a picture from a person for good where anybody may see it. @throws Refusal "unsupportedType", "tooLarge", "badRequest" or "busy" */
    putPublic(picture: Readable, name: string): Promise<{ readonly url: string }>;
    /** Deletes one that `putPublic` stored, by its address. */
    removePublic(url: string): Promise<void>;
    /** Addresses below the origin that show them for ten minutes, by id. */
    urlsOf(pictureIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  };
  /** A city's name as shown; null: no such code. */
  cityName(code: string): string | null;
};
