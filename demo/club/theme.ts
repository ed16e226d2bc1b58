import { nonEmptyLines } from "../text-templates.ts";

/** What people write about: lines of each part of an article, put together by turns. */
export type ClubTheme = {
  readonly titles: readonly string[];
  readonly openings: readonly string[];
  readonly middles: readonly string[];
  readonly endings: readonly string[];
  /** Pictures of art/ without `cover-`. */
  readonly covers: readonly string[];
};
/** Parts between lines of "--": titles, openings, middles, endings; `{…}` stands for what differs. */
export function parseClubTheme(covers: string, text: string): ClubTheme {
  const [titles = "", openings = "", middles = "", endings = ""] = text.split(/^\s*--\s*$/m);
  return {
    titles: nonEmptyLines(titles),
    openings: nonEmptyLines(openings),
    middles: nonEmptyLines(middles),
    endings: nonEmptyLines(endings),
    covers: covers.split(" "),
  };
}
