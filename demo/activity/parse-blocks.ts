import type { PageBlockInput } from "#contract/blocks/blocks.ts";
import { DAY, timeOnDay } from "../calendar.ts";
import type { CoverName } from "../concepts/concept.ts";
import { composedPages } from "../concepts/composed-pages.ts";
import { coverOf, type PictureUrls } from "../pictures.ts";
import { nonEmptyLines, splitAtBar } from "../text-templates.ts";

/** What a campaign's page is composed for. */
export type BlockSource = {
  /** The idea's key. */
  readonly key: string;
  /** The idea's own text as HTML. */
  readonly content: string;
  /** ms. */
  readonly startTime: number;
};

/** A line's parts between bars. */
const cells = (line: string): string[] => line.split("|").map((part) => part.trim());

/** A block as it is written in concepts/composed-pages.ts: kind, title and remark in its head, then its lines. */
function parseBlock(
  written: string,
  { content, startTime }: BlockSource,
  pictures: PictureUrls,
): PageBlockInput {
  const [head = "", ...lines] = nonEmptyLines(written);
  const [kind = "", title = "", remark = ""] = cells(head);
  const cover = (name: string): string => coverOf(pictures, name as CoverName);
  switch (kind) {
    case "text":
      return { kind, title, html: content };
    case "hero":
      return { kind, title, subtitle: remark, url: cover(lines[0] ?? "") };
    case "gallery":
      return {
        kind,
        title,
        pictures: lines.map(cells).map(([name = "", alt = "", caption = ""]) => ({
          url: cover(name),
          alt,
          caption,
        })),
      };
    case "agenda":
      return {
        kind,
        title,
        items: lines
          .map(cells)
          .map(([time = "", what = "", note = ""]) => ({ time, title: what, remark: note })),
      };
    case "faq":
      return {
        kind,
        title,
        items: lines.map(splitAtBar).map(([question, answer]) => ({ question, answer })),
      };
    case "people":
      return {
        kind,
        title,
        people: lines.map(cells).map(([name = "", role = "", note = ""]) => ({ name, role, remark: note })),
      };
    case "map": {
      const [name = "", address = "", longitude = "", latitude = ""] = cells(lines[0] ?? "");
      return { kind, title, name, address, longitude: Number(longitude), latitude: Number(latitude) };
    }
    case "countdown": {
      const [days, time = "20:00"] = cells(lines[0] ?? "");
      const until = Number(days) * DAY + startTime - (startTime % DAY);
      return {
        kind,
        title,
        until: days === "start" || days === "end" ? days : isoOf(timeOnDay(until, time)),
      };
    }
    case "form":
    case "coupon":
      return { kind, title, remark };
    default:
      throw new Error(`no block "${kind}"`);
  }
}
const isoOf = (time: number): string => new Date(time).toISOString();

/** The blocks of a campaign's page; none where its idea is told by its text alone. */
export const parseBlocks = (composing: BlockSource, pictures: PictureUrls): PageBlockInput[] =>
  (composedPages[composing.key] ?? []).map((written) => parseBlock(written, composing, pictures));
