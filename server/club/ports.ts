import type { Readable } from "node:stream";

/** Functions of other modules that the club needs. */
export type ClubPorts = {
  readonly pictures: {
    /** Marks a user's own uploaded picture as used; false: no such picture. */
    claim(pictureId: string, userId: string): Promise<boolean>;
    release(pictureId: string): Promise<void>;
    /**
     * Stores a person's picture at a public, permanent address.
     * @throws Refusal "unsupportedType", "tooLarge", "badRequest" or "busy"
     */
    putPublic(
      picture: Readable,
      name: string,
      by: { readonly account: string; readonly network: string | null },
    ): Promise<{ readonly url: string }>;
    /** Deletes a picture that `putPublic` stored, by its address. */
    removePublic(url: string): Promise<void>;
    /** Addresses below the origin by picture id; valid for ten minutes. */
    urlsOf(pictureIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  };
  /** Displayed name of a city; null: no such code. */
  cityName(code: string): string | null;
};
