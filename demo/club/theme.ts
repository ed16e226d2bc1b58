import { linesOf } from "../text.ts";

/** What people write about: lines of each part of an article, put together by turns. */
export type Theme = {
  readonly titles: readonly string[];
  readonly openings: readonly string[];
  readonly middles: readonly string[];
  readonly endings: readonly string[];
  /** Pictures of art/ without `cover-`. */
  readonly covers: readonly string[];
};
/** Parts between lines of "--": titles, openings, middles, endings; `{…}` stands for what differs. */
export function themeOf(covers: string, text: string): Theme {
  const [titles = "", openings = "", middles = "", endings = ""] = text.split(/^\s*--\s*$/m);
  return {
    titles: linesOf(titles),
    openings: linesOf(openings),
    middles: linesOf(middles),
    endings: linesOf(endings),
    covers: covers.split(" "),
  };
}
