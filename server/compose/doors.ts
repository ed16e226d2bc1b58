import type { Images } from "../images/index.ts";

/** What composing asks of its neighbours. */
export type ComposeDoors = {
  /** Lets everybody see what was saved: kept answers and rendered pages are made anew. */
  forgetPages(): void;
  /** Keeps pictures that pages show. */
  readonly images: Pick<Images, "putShown">;
};
