import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { resolvePictures } from "./pictures.ts";
import { CatalogueError, parseCatalogue } from "./rules.ts";

type Entry = Record<string, unknown>;
type Lists = Record<string, Entry[]>;
/** The example of docs/catalogue.md with the addresses of its pictures; `change` edits it first. */
function example(change: (lists: Lists) => void = () => {}): Lists {
  const path = "docs/catalogue/example.json";
  const lists = JSON.parse(
    readFileSync(path, "utf8").replaceAll('"cover.svg"', '"/media/cover-0123456789abcdef.svg"'),
  ) as Lists;
  change(lists);
  return lists;
}
function problemsOf(given: unknown): Record<string, string> {
  try {
    parseCatalogue(given);
    return {};
  } catch (error) {
    if (error instanceof CatalogueError) return error.problems;
    throw error;
  }
}
/** Problems of the example after one entry is changed. */
const withOther = (list: string, at: number, over: Entry) =>
  problemsOf(example((lists) => Object.assign(lists[list]?.[at] ?? {}, over)));

describe("W10 a catalogue is parsed as a whole, or each problem is reported at its place", () => {
  test("the example has no problems", () => {
    expect(problemsOf(example())).toEqual({});
    expect(parseCatalogue(example()).activities[0]).toMatchObject({
      startTime: Date.parse("2036-12-12T06:00:00+08:00"),
      fee: "免费",
      asks: { series: true, dealer: false },
      benefits: [],
    });
  });

  test("missing, misspelt and wrong values are reported together", () => {
    const problems = problemsOf(
      example((lists) => {
        const [activity = {}] = lists["activities"] ?? [];
        delete activity["title"];
        Object.assign(activity, { tittle: "x", quota: "20", businessType: 5, cityCode: 310100 });
        Object.assign(lists["dealers"]?.[0] ?? {}, { id: 2001, name: "" });
      }),
    );
    expect(problems).toEqual({
      "activities.0.title": "is missing",
      "activities.0.tittle": "is unknown",
      "activities.0.quota": "must be a number",
      "activities.0.businessType": "must be one of 1, 2, 3, 4",
      "activities.0.cityCode": "must be a text",
      "dealers.0.id": "must be a text",
      "dealers.0.name": "must not be empty",
    });
    expect(problemsOf([])).toEqual({ "the file": "must be an object" });
    expect(problemsOf({ activity: [] })).toEqual({ activity: "is unknown" });
  });

  test("a misspelt name within a block, a question or a node is reported", () => {
    const blocks = [{ kind: "hero", url: "/a.svg", title: "冬", subtitel: "x" }];
    expect(withOther("activities", 1, { blocks })).toEqual({
      "activities.1.blocks.0.subtitel": "is unknown",
    });
    const nodes = [{ kind: "step", nodeKey: "signup", name: "报名", afer: [] }];
    expect(withOther("processes", 0, { nodes })).toEqual({ "processes.0.nodes.0.afer": "is unknown" });
  });

  test.each([
    [
      "activities",
      0,
      { endTime: "2036-12-12T05:00:00+08:00" },
      "activities.0.endTime",
      /^must be after startTime$/,
    ],
    ["activities", 0, { startTime: "2036-12-12 06:00" }, "activities.0.startTime", /with its offset/],
    ["activities", 0, { cityCode: "110100" }, "activities.0.cityCode", /another province/],
    ["activities", 0, { dealerIds: [] }, "activities.0.dealerId", /not in dealerIds/],
    ["activities", 1, { asks: { dealer: true } }, "activities.1.asks.dealer", /is empty/],
    ["activities", 1, { activityId: "3001" }, "activities.1.activityId", /twice/],
    ["activities", 1, { coverUrl: "javascript:alert(1)" }, "activities.1.coverUrl", /picture's path/],
    ["banners", 0, { link: "//evil.example" }, "banners.0.link", /must be a path/],
    ["benefits", 0, { validTo: "2037-01-01T00:00:00+08:00" }, "benefits.0.validTo", /either/],
    [
      "activities",
      1,
      { signUpEndTime: "2036-12-31T00:00:01+08:00" },
      "activities.1.signUpEndTime",
      /^must not be after endTime$/,
    ],
    [
      "benefits",
      0,
      { validTo: "2036-12-30T23:59:59+08:00", validDays: undefined },
      "benefits.0.validTo",
      /^must not be before toTime$/,
    ],
    [
      "benefits",
      0,
      { validTo: "2026-10-01T00:00:00+08:00", validDays: undefined },
      "benefits.0.validTo",
      /^must not be before toTime$/,
    ],
    ["kocPrograms", 0, { toTime: "2026-10-01T00:00:00+08:00" }, "kocPrograms.0.toTime", /after fromTime/],
  ])("%s.%i with %j", (list, at, over, place, said) => {
    expect(withOther(list, at, over)[place]).toMatch(said);
  });
});

test("W10 a coupon may expire at the end of its distribution, and sign-up may close at the end of the activity", () => {
  const { toTime } = example()["benefits"]?.[0] ?? {};
  expect(withOther("benefits", 0, { validTo: toTime, validDays: undefined })).toEqual({});
  const { endTime } = example()["activities"]?.[0] ?? {};
  expect(withOther("activities", 0, { signUpEndTime: endTime })).toEqual({});
});

test("W10 only pictures beside the file are read, also those in texts", async () => {
  const given = {
    coverUrl: "cover.svg",
    link: "/list",
    content: '<p>cover.svg</p><img alt="" src="cover.svg"><img src="https://a.example/b.png">',
    blocks: [{ kind: "video", url: "/film.mp4", posterUrl: "gone.png" }],
    imageUrl: "../../package.json.png",
  };
  const folder = "docs/catalogue/";
  const { placed, problems } = await resolvePictures(given, folder, (bytes, name) =>
    Promise.resolve({ url: `/media/${bytes.length > 100}-${name}` }),
  );
  expect(placed).toMatchObject({
    coverUrl: "/media/true-cover.svg",
    link: "/list",
    content: '<p>cover.svg</p><img alt="" src="/media/true-cover.svg"><img src="https://a.example/b.png">',
  });
  expect(problems).toEqual({
    "blocks.0.posterUrl": "gone.png: there is no such picture beside the file",
    imageUrl: "../../package.json.png: there is no such picture beside the file",
  });
});
