import sanitizeHtml from "sanitize-html";
import { beforeAll, describe, expect, it } from "vitest";
import type { NewActivity } from "../../server/activity/index.ts";
import { concepts } from "../concepts/index.ts";
import { fillInMemory, mockUpDay, titlesWhere, type Filled } from "../test-fill.ts";

let winter: Filled;
let summer: Filled;
beforeAll(async () => {
  winter = await fillInMemory(mockUpDay);
  summer = await fillInMemory(Date.parse("2027-06-16T10:00:00+08:00"));
});
const faulty = (fault: (one: NewActivity) => boolean): string[] =>
  titlesWhere([...winter.activities, ...summer.activities], fault);

/** All texts that are shown as plain text. */
const plainTexts = (one: NewActivity): string[] => [
  one.title,
  one.subtitle,
  one.address,
  one.fee,
  one.rules,
  ...one.tags,
  one.share.title,
  one.share.desc,
  ...one.agenda.flatMap(({ time, title, remark }) => [time, title, remark]),
  ...one.benefits.flatMap(({ name, value }) => [name, value]),
  ...one.form.flatMap(({ label, placeholder, options }) => [label, placeholder, ...options]),
  ...textsIn(one.blocks),
];
/** All plain texts of blocks. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    ["html", "kind", "url", "until"].includes(name) ? [] : textsIn(inner),
  );
}
const textOf = ({ content }: NewActivity): string => content.replace(/<[^>]*>/g, "\n");
const says = (pattern: RegExp) => (one: NewActivity) =>
  [...plainTexts(one), textOf(one)].some((text) => pattern.test(text));

describe("texts of the demo brand", () => {
  it("L14 pass the sanitizer's allow-list unchanged", () => {
    const options = {
      allowedTags: ["p", "h3", "ul", "li", "img"],
      allowedAttributes: { img: ["src", "alt", "width", "height", "loading", "decoding"] },
    };
    expect(faulty(({ content }) => sanitizeHtml(content, options) !== content)).toEqual([]);
  });

  it("L14 contain no markup and no placeholder in plain texts", () =>
    expect(faulty(says(/[<>{}|]|undefined|NaN|null/))).toEqual([]));

  it("follow the style guide: no exclamation marks, no 亲, no 您, no superlatives", () =>
    expect(faulty(says(/[！!]|亲[爱们，]|您|第一品牌|最(?:好|佳|强|先进|低价)|顶级|极致|国家级/))).toEqual(
      [],
    ));

  it("separate Chinese characters from letters and digits by a space", () => {
    const isCramped = (text: string) =>
      /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(text.replace(/\d+月\d+日/g, ""));
    expect(faulty((one) => [...plainTexts(one), textOf(one)].some(isCramped))).toEqual([]);
  });

  it("name the place or city in every offline title, and have at least two openings", () => {
    const isVague = ({ titles, openings }: (typeof concepts)[number]) =>
      openings.length < 2 || titles.some((title) => !/\{(?:place|city)\}/.test(title));
    expect(concepts.filter(isVague).map(({ key }) => key)).toEqual([]);
  });

  it("have questions with unique keys, and options only for choices", () => {
    const isWrong = ({ form }: NewActivity) =>
      new Set(form.map(({ key }) => key)).size < form.length ||
      form.some(({ kind, options }) => options.length > 1 !== (kind === "select"));
    expect(faulty(isWrong)).toEqual([]);
  });

  it("use only existing pictures, and every drawing", () => {
    const urlsOf = ({ activities, series, banners, clubs, contests, entries, malls }: Filled): string[] => [
      ...activities.flatMap(({ coverUrl, share, content }) => [
        coverUrl,
        share.imgUrl,
        ...[...content.matchAll(/src="([^"]+)"/g)].map(([, src]) => src ?? ""),
      ]),
      ...series.map(({ imageUrl }) => imageUrl),
      ...banners.map(({ imageUrl }) => imageUrl),
      ...[...JSON.stringify([clubs, contests, entries, malls]).matchAll(/\/media\/[\w.-]+/g)].map(
        ([url]) => url,
      ),
    ];
    const shown = new Set([...urlsOf(winter), ...urlsOf(summer)]);
    expect(shown).toEqual(new Set([...winter.pictures.keys()].map((name) => `/media/${name}`)));
  });

  it("suit the season: no snow or winter class in June, no heat in winter", () => {
    const titlesOf = ({ activities }: Filled, before: string) =>
      activities
        .filter(
          ({ startTime, activityType }) => activityType === "localoffline" && startTime < Date.parse(before),
        )
        .map(({ title }) => title)
        .join();
    const june = titlesOf(summer, "2027-09-01T00:00:00+08:00");
    expect(june).not.toMatch(/冰雪|冰面|冬/);
    expect(june).toContain("暴晒和暴雨");
    expect(titlesOf(winter, "2027-03-01T00:00:00+08:00")).not.toMatch(/暴晒|夏/);
    expect(summer.banners.map(({ title }) => title).join()).not.toContain("冬");
  });

  it("suit the climate: no outdoor market or camp in frost, no winter battery class in the south", () => {
    const held = (concept: string, province: RegExp) =>
      winter.activities
        .filter(({ startTime }) => [11, 0, 1].includes(new Date(startTime).getUTCMonth()))
        .filter(
          ({ benefits, cityCode }) => benefits[0]?.benefitId === `${concept}-1` && province.test(cityCode),
        )
        .map(({ title }) => title);
    for (const concept of ["boot-market", "tail-camp", "stars", "clean-walk", "family-day"])
      expect(held(concept, /^(?:11|12|13|14|15|21|22|23|61|62|63|64|65)/)).toEqual([]);
    expect(held("boot-market", /^(?:31|33|44|50|51)/)).not.toEqual([]);
    expect(held("winter-battery", /^(?:35|44|45|46)/)).toEqual([]);
  });
});
