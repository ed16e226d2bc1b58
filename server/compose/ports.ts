import type { PictureLibrary } from "../picture/index.ts";

/** Dependencies of the compose feature on other modules. */
export type ComposePorts = {
  /** Invalidates cached responses and rendered pages after a change. */
  invalidatePages(): void;
  /** Stores the pictures of pages. */
  readonly pictures: Pick<PictureLibrary, "putPublic">;
};
