import sharp from "sharp";
import { expect, test } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { COVER_SIZE, drawPoster, POSTER_SIZE, type PosterContent } from "./draw.ts";
import { GlyphSource, type FontWeight } from "./fonts.ts";

const facts: PosterContent = {
  brand: demoBrand,
  title: "莫干山晨雾试驾 · 青岚远山首批体验",
  time: "11月28日 周六 08:30",
  place: "青岚中心·徐汇滨江（试营业）",
  inviter: "林晓岚",
  link: "https://m.qinglan.example/marketing/area/activity/offline/1000000000000100000?from=AbCdEfGhIjKlMnOpQ",
};
const cover = () =>
  sharp({ create: { ...COVER_SIZE, channels: 3, background: "#6cc9bd" } })
    .png()
    .toBuffer();

test("M21 the same content gives the same bytes, any other content gives others", async () => {
  const once = await drawPoster(new GlyphSource(), facts, await cover());
  // Fonts are opened once for the others.
  const opened = new GlyphSource();
  const again = await drawPoster(opened, facts, await cover());
  expect(again.equals(once)).toBe(true);
  for (const other of [
    { title: "别的活动" },
    { time: "12月5日 周六 08:30" },
    { place: "线上活动" },
    { inviter: null },
    { link: facts.link.slice(0, -1) },
  ])
    expect((await drawPoster(opened, { ...facts, ...other }, await cover())).equals(once)).toBe(false);
});

test("M21 every part is drawn: logo on the cover, title, time, place, inviter, QR code", async () => {
  const drawn = await drawPoster(new GlyphSource(), facts, await cover());
  expect(await sharp(drawn).metadata()).toMatchObject(POSTER_SIZE);
  /** Brightness of the darkest pixel of a part; 255 is white. */
  const darkest = async (left: number, top: number, width: number, height: number): Promise<number> => {
    const part = await sharp(drawn).extract({ left, top, width, height }).greyscale().toBuffer();
    return (await sharp(part).stats()).channels[0]?.min ?? 255;
  };
  const lightest = (await sharp(drawn).extract({ left: 48, top: 50, width: 300, height: 60 }).stats())
    .channels;
  expect(Math.min(...lightest.map(({ max }) => max))).toBeGreaterThan(240);
  for (const [left, top, width, height] of [
    [48, COVER_SIZE.height + 40, 600, 60],
    [90, COVER_SIZE.height + 200, 300, 40],
    [48, POSTER_SIZE.height - 200, 300, 100],
    [520, POSTER_SIZE.height - 240, 180, 180],
  ] as const)
    expect(await darkest(left, top, width, height)).toBeLessThan(120);
  expect(await darkest(10, COVER_SIZE.height + 40, 20, 500)).toBeGreaterThan(240);
});

test("M21 a name or title without drawable characters is replaced by the maker's; others are drawn without gaps", async () => {
  const opened = new GlyphSource();
  const draw = async (other: Partial<PosterContent>) => drawPoster(opened, { ...facts, ...other }, null);
  const makers = await draw({ inviter: null });
  for (const inviter of ["🌸🌸", " \u200b\n", "مرحبا بكم"])
    expect((await draw({ inviter })).equals(makers)).toBe(true);
  // Names with a letter that the font lacks are not shown without it.
  for (const inviter of ["李䶮", "𠮷野家子", "王㛃", "小㭎哥", "㸆", "陈𬱖文", "Łukasz"])
    expect((await draw({ inviter })).equals(makers)).toBe(true);
  expect((await draw({ inviter: "Zoe\u0308" })).equals(await draw({ inviter: "Zoë" }))).toBe(true);
  expect((await draw({ title: "🚗🎉" })).equals(await draw({ title: demoBrand.name }))).toBe(true);
  expect((await draw({ inviter: "🌸 \n林晓岚 🌸" })).equals(await draw({}))).toBe(true);
});

test("M21 of a long text only the part that may fit is read", async () => {
  let most = 0;
  class Counted extends GlyphSource {
    override glyphsOf(text: string, weight: FontWeight): ReturnType<GlyphSource["glyphsOf"]> {
      most = Math.max(most, text.length);
      return super.glyphsOf(text, weight);
    }
  }
  const long = (times: number) => ({ ...facts, title: "晨雾🚗".repeat(times), inviter: "i".repeat(times) });
  const once = await drawPoster(new GlyphSource(), long(200), null);
  expect((await drawPoster(new Counted(), long(20_000), null)).equals(once)).toBe(true);
  expect(most).toBeLessThan(500);
});
