import { describe, expect, it } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { parseBlocks } from "./blocks.ts";

/** Returns the messages of a refused input by path; "601" if it was refused. */
function faultsOf(input: unknown): Readonly<Record<string, string>> {
  try {
    parseBlocks(input);
  } catch (error) {
    if (error instanceof Refusal) return { [error.code]: "", ...error.fields };
    throw error;
  }
  return {};
}
const faq = (question: unknown) => ({ kind: "faq", items: [{ question, answer: "能" }] });

describe("parseBlocks", () => {
  it("accepts each kind, fills in defaults, changes http pictures to https (K16)", () => {
    const blocks = parseBlocks([
      { kind: "hero", title: "t", url: "http://cdn.example/a.jpg" },
      { kind: "gallery", pictures: [{ url: "/media/a.jpg", alt: "山" }] },
      { kind: "video", url: "/media/a.mp4", posterUrl: "/media/a.jpg", label: "试驾" },
      { kind: "agenda", items: [{ time: "10:00", title: "签到" }] },
      { kind: "form", title: "报名" },
      { kind: "coupon", title: "领券" },
      { kind: "map", name: "门店", address: "路 1 号", longitude: 121.4, latitude: 31.2 },
      faq("能退吗"),
      { kind: "countdown", title: "距截止", until: "2026-11-28T10:00:00+08:00" },
      { kind: "people", people: [{ name: "何青" }] },
      { kind: "text", html: "<p>字</p>" },
    ]);
    expect(blocks).toHaveLength(11);
    expect(blocks[0]).toEqual({ kind: "hero", title: "t", subtitle: "", url: "https://cdn.example/a.jpg" });
    expect(blocks[1]).toMatchObject({ pictures: [{ caption: "" }] });
  });

  it("L14 removes scripts from rich text and leaves other texts unchanged", () => {
    const evil = `<img src=x onerror="alert(1)">`;
    const [text, faqs] = parseBlocks([
      { kind: "text", html: `<h3>a</h3><script>alert(1)</script><p onclick="x()">b</p>${evil}` },
      faq(evil),
    ]);
    expect(JSON.stringify(text)).not.toMatch(/script|onclick|onerror/);
    expect(text).toMatchObject({ html: expect.stringContaining("<h3>a</h3>") as string });
    expect(faqs).toEqual({ kind: "faq", items: [{ question: evil, answer: "能" }] });
  });

  it.each<[string, unknown, Record<string, string>]>([
    ["not a list", {}, { blocks: "应为列表" }],
    ["an unknown kind", [{ kind: "iframe" }], { "blocks.0.kind": "内容块类型不正确" }],
    ["an empty question", [faq("")], { "blocks.0.items.0.question": "请填写文字" }],
    ["a number instead of a text", [faq(1)], { "blocks.0.items.0.question": "请填写文字" }],
    ["too long a question", [faq("问".repeat(81))], { "blocks.0.items.0.question": "最多 80 个字" }],
    ["an empty gallery", [{ kind: "gallery", pictures: [] }], { "blocks.0.pictures": "至少一项" }],
    [
      "a time without zone",
      [{ kind: "countdown", title: "距开始", until: "2026-11-28T10:00" }],
      { "blocks.0.until": "时间应带时区，如 2026-11-28T10:00:00+08:00" },
    ],
    [
      "an invalid longitude",
      [{ kind: "map", name: "a", address: "b", longitude: 999, latitude: 31 }],
      { "blocks.0.longitude": "经度不正确" },
    ],
    [
      "two forms",
      [
        { kind: "form", title: "一" },
        { kind: "form", title: "二" },
      ],
      { blocks: "报名表单和卡券各最多一个" },
    ],
    ["too many", Array.from({ length: 31 }, () => faq("能退吗")), { blocks: "最多 30 个内容块" }],
  ])("refuses with 601 and a message per path: %s", (_, input, expected) =>
    expect(faultsOf(input)).toEqual({ "601": "", ...expected }),
  );

  it.each([
    "javascript:alert(1)",
    "//evil.example/a",
    "/\\evil.example",
    "data:text/html,x",
    "a.jpg",
    "https://",
    `/a"onerror="x`,
  ])("N09 a URL has to be a path of this site or https, not %s", (url) =>
    expect(faultsOf([{ kind: "hero", title: "t", url }])).toEqual({
      "601": "",
      "blocks.0.url": "地址应以 https:// 或 / 开头",
    }),
  );
});
