import type { PictureLibrary } from "../picture/index.ts";

/** What composing asks of its neighbours. */
export type ComposePorts = {
  /** Lets everybody see what was saved: kept answers and rendered pages are made anew. */
  invalidatePages(): void;
  /** Keeps pictures that pages show. */
  readonly pictures: Pick<PictureLibrary, "putPublic">;
};
