import "../styles/test-base-styles.ts";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import { TitleText } from "./title-text.tsx";
import * as textCss from "../styles/text.module.css";

const titles = [
  "周末早上，武康路喝一杯 · 车主小聚",
  "莫干山晨雾试驾 · 青岚远山首批体验",
  "从滴水湖到崇明东滩，一天开过长江隧桥和三十公里海堤 · 行云与知微长途联合试驾（含午餐、保险与返程接驳）",
  "爱车养护讲堂 · 前滩太古里：冬季电池这样用",
  "五公里，一只袋子 · 辰山植物园公益徒步",
  "关掉车灯的两个小时里只看银河和流星雨 · 车主观星夜",
  "上海徐汇滨江青岚空间（试营业）",
  "新车到了！先坐进去看看 · SUV 与 MPV 品鉴会",
  "远山 · 华东车友会",
  "春天的第一场雨、第二杯茶；第三排谁来坐？ · 家庭日",
  "浦东金桥青岚空间（试营业） · 试驾（含午餐）：第一期",
  "行云先享官招募 200 位",
  "28 项免费检测 · 浦东川沙 3 天",
  "2026 青岚 Open Day · Shanghai West Bund，全天",
];
const styles = {
  title1: [textCss.title1],
  title2: [textCss.title2],
  title3: [textCss.title3, textCss.twoLines],
  small: [textCss.small, textCss.medium, textCss.twoLines],
};
const widths = Array.from({ length: 16 }, (_none, at) => 280 + at * 10);

let root: Root | null = null;
afterEach(() => {
  root?.unmount();
  root = null;
});

type Placed = { character: string; top: number };
/** Characters of an element with the top of their boxes, without those at which a line ends unseen. */
function placed(element: Element): Placed[] {
  const found: Placed[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    for (let at = 0; at < (node.textContent ?? "").length; at++) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getClientRects()[0];
      const character = range.toString();
      if (box && character !== " ") found.push({ character, top: Math.round(box.top) });
    }
  return found;
}
/** Lines of an element as texts. */
function linesOf(element: Element): string[] {
  const lines: { top: number; text: string }[] = [];
  for (const { character, top } of placed(element)) {
    const last = lines.at(-1);
    if (last && Math.abs(last.top - top) < 8) last.text += character;
    else lines.push({ top, text: character });
  }
  return lines.map(({ text }) => text);
}
/** Phrases of a title, between separators and punctuation. */
const phrasesOf = (title: string): string[] => title.split(/ · |[，。、：；！？（）\s]/u).filter(Boolean);

async function show(width: number, classes: readonly string[], scale = 1): Promise<Element[]> {
  document.body.innerHTML = `<main id=root style="width:${width}px"></main>`;
  document.documentElement.style.fontSize = `${16 * scale}px`;
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(
    titles.map((text) => (
      <h2 key={text} className={classes.join(" ")}>
        <TitleText text={text} />
      </h2>
    )),
  );
  await expect.poll(() => document.querySelectorAll("h2").length).toBe(titles.length);
  return [...document.querySelectorAll("h2")];
}

test.each(Object.entries(styles))(
  "Z24 a title in %s breaks at its separators only",
  async (_name, classes) => {
    for (const width of widths)
      for (const heading of await show(width, classes)) {
        const text = heading.textContent ?? "";
        const lines = linesOf(heading);
        expect([width, lines.filter((line) => /^[·，。、：；！？）]/u.test(line))]).toEqual([width, []]);
        const size = Number.parseFloat(getComputedStyle(heading).fontSize);
        // A phrase is whole on one line, unless it is longer than a line.
        const broken = phrasesOf(text).filter(
          (phrase) => phrase.length * size < width - 2 * size && !lines.join("\n").includes(phrase),
        );
        expect([width, text, lines, broken]).toEqual([width, text, lines, []]);
        // A number stands with its unit.
        expect(lines.filter((line) => /^[位项天]/u.test(line))).toEqual([]);
        expect(lines.join("\n").includes("（试营业）")).toBe(text.includes("（试营业）"));
        expect(heading.scrollWidth).toBeLessThanOrEqual(width);
      }
  },
);

test("Z24 text at 200 % in a narrow column: no line begins with a separator, and nothing is cut off", async () => {
  for (const width of [136, 168, 200, 248, 328])
    for (const heading of await show(width, [textCss.title1], 2)) {
      const lines = linesOf(heading);
      expect(lines.filter((line) => /^[·，。、：；！？]/u.test(line))).toEqual([]);
      expect(lines.join("").replaceAll(" ", "")).toBe(heading.textContent?.replaceAll(" ", ""));
    }
  document.documentElement.style.fontSize = "";
});

test("Z24 the text of a title is unchanged for screen readers, search and copying", async () => {
  const shown = await show(320, []);
  expect(shown.map(({ textContent }) => textContent)).toEqual(titles);
});
