import type { PageBlockInput } from "#contract/blocks/blocks.ts";
import { DAY, timeOnDay } from "../calendar.ts";
import type { CoverName } from "../concepts/concept.ts";
import { composedPages } from "../concepts/composed-pages.ts";
import { coverOf, type PictureUrls } from "../pictures.ts";
import { nonEmptyLines, splitAtBar } from "../text-templates.ts";

/** Source of a composed page. */
export type BlockSource = {
  /** Key of the concept. */
  readonly key: string;
  /** Text of the concept as HTML. */
  readonly content: string;
  /** ms. */
  readonly startTime: number;
};

/** Splits a line at its bars. */
const cells = (line: string): string[] => line.split("|").map((part) => part.trim());

function parsePicture(line: string, pictures: PictureUrls) {
  const [name = "", alt = "", caption = ""] = cells(line);
  return { url: coverOf(pictures, name as CoverName), alt, caption };
}
/**
 * Parses a block of concepts/composed-pages.ts: kind, title and remark in its first line, then its content.
 */
function parseBlock(
  block: string,
  { content, startTime }: BlockSource,
  pictures: PictureUrls,
): PageBlockInput {
  const [head = "", ...lines] = nonEmptyLines(block);
  const [kind = "", title = "", remark = ""] = cells(head);
  const cover = (name: string): string => coverOf(pictures, name as CoverName);
  switch (kind) {
    case "text":
      return { kind, title, html: content };
    case "hero":
      return { kind, title, subtitle: remark, url: cover(lines[0] ?? "") };
    case "gallery":
      return { kind, title, pictures: lines.map((line) => parsePicture(line, pictures)) };
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

/** Blocks of a campaign's page; empty if its concept has only text. */
export const parseBlocks = (source: BlockSource, pictures: PictureUrls): PageBlockInput[] =>
  (composedPages[source.key] ?? []).map((block) => parseBlock(block, source, pictures));
