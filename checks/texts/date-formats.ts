import type { Finding, ProjectCheck } from "../project.ts";

/** Folders that the product consists of; the lab's scripts run in the browser as they are, without imports. */
const PRODUCT = /^(contract|server|web|simulator|demo)\/(?!lab\/client\/)/;
const FORMATTING = new Set(["contract/core/date-text.ts", "contract/core/shanghai-date.ts"]);
/** Parts of a date by hand, or a format of the machine's own locale or zone. */
const BY_HAND =
  /\.get(UTC)?(FullYear|Month|Date|Day|Hours)\(|\.toLocale(Date|Time)String\(|\bDateTimeFormat\b|\b8 \* (3_?600_?000|HOUR)\b|\b28_?800_?000\b/;

/** Keeps dates and times in one format: “11月28日 周六 22:00 – 次日 01:00” has rules that a second function would miss. */
export const dateFormats: ProjectCheck = {
  name: "date formats",
  holds: "dates and times become text in contract/core/date-text.ts only",
  run: (project) =>
    project.code
      .filter(({ path, isTest }) => PRODUCT.test(path) && !isTest && !FORMATTING.has(path))
      .flatMap(({ path, text }) =>
        text.split("\n").flatMap((line, at): Finding[] => {
          const found = BY_HAND.exec(line);
          return found === null
            ? []
            : [{ path, line: at + 1, message: `has "${found[0]}": use contract/core/date-text.ts` }];
        }),
      ),
};
