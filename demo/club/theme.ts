import { nonEmptyLines } from "../text-templates.ts";

/** A theme of articles: lines of each part of an article, combined in rotation. */
export type ClubTheme = {
  readonly titles: readonly string[];
  readonly openings: readonly string[];
  readonly middles: readonly string[];
  readonly endings: readonly string[];
  /** Pictures of art/ without `cover-`. */
  readonly covers: readonly string[];
};
/** Parses parts separated by lines of "--": titles, openings, middles, endings; `{…}` are template values. */
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
