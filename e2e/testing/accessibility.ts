import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { testSuite } from "../../scripts/test/suites.ts";
import { classSelector } from "./class-selector.ts";

/** The core build: the package's own runner sends more than twice as much code to each page. */
const script = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Viewport widths from the smallest phone to a laptop, CSS px; the quick suite leaves out those between. */
const widths = testSuite === "quick" ? [320, 768, 1280] : [320, 360, 390, 768, 1024, 1280];
/** Minimum size of a tap target, CSS px. */
const MIN_TARGET_SIZE = 44;

/** Finishes CSS transitions: axe must judge the final colours. */
const finishAnimations = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });

/** A finding of axe and the HTML of its elements. */
type Violation = { readonly id: string; readonly impact: string | null; readonly elements: string[] };

/**
 * Skips rules that cost much time: `region` inspects every element, and its findings are moderate, so they do
 * not fail a screen. Without `no-autoplay-audio` no rule needs style sheets or media, which are therefore not
 * preloaded.
 */
const fastOptions = {
  rules: { region: { enabled: false }, "no-autoplay-audio": { enabled: false } },
  preload: false,
};

/**
 * Runs axe in the page. Its script of 650 KB is injected once into each page; results of passed rules are not
 * collected.
 */
async function violations(page: Page, options: RunOptions): Promise<Violation[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${script}; 0`);
  return page.evaluate(
    async (wanted) => {
      const found = await (window as unknown as { axe: typeof axe }).axe.run(wanted);
      return found.violations.map(({ id, impact = null, nodes }) => ({
        id,
        impact,
        elements: nodes.map(({ html }) => html),
      }));
    },
    { ...options, resultTypes: ["violations" as const] },
  );
}

/**
 * Returns serious and critical findings of axe-core: all rules in light mode, only contrast in dark mode,
 * which differs only in colours.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await finishAnimations(page);
    const options = colorScheme === "dark" ? { runOnly: ["color-contrast"], preload: false } : fastOptions;
    for (const { id, impact, elements } of await violations(page, options))
      if (impact === "serious" || impact === "critical")
        findings.push(...elements.map((html) => `${colorScheme}: ${id}: ${html.slice(0, 160)}`));
  }
  return findings;
}

/**
 * Finds tap targets smaller than a finger, and whether the page scrolls sideways. Waits two frames for layout
 * first. Links within a sentence may be as high as its lines.
 */
const targetFaults = (page: Page): Promise<{ small: string[]; isWider: boolean }> =>
  page.evaluate(async (least) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    /** Includes an invisible pseudo-element around the target, which is part of the tap area. */
    const sizeOf = (element: Element): [width: number, height: number] => {
      const { width, height } = element.getBoundingClientRect();
      return ["::before", "::after"].reduce<[number, number]>(
        (size, part) => {
          const style = getComputedStyle(element, part);
          if (style.content === "none" || style.position !== "absolute") return size;
          return [Math.max(size[0], parseFloat(style.width)), Math.max(size[1], parseFloat(style.height))];
        },
        [width, height],
      );
    };
    const isInSentence = (element: Element): boolean =>
      getComputedStyle(element).display.startsWith("inline") &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
      );
    /** Returns the label or parent of a field: both are part of its tap area. */
    const targetOf = (element: Element): Element => {
      if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) return element;
      if (element.type === "radio" || element.type === "checkbox") return element.closest("label") ?? element;
      return element.parentElement ?? element;
    };
    const small = [...document.querySelectorAll("a[href], button, summary, input, select, [role=tab]")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !element.closest("[inert], [aria-hidden=true]") && !element.matches(":disabled"))
      .filter((element) => element.getBoundingClientRect().width > 1)
      .flatMap((element) => {
        const [width, height] = sizeOf(targetOf(element));
        if ((width >= least && height >= least) || isInSentence(element)) return [];
        return [`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`];
      });
    const { scrollWidth, clientWidth } = document.documentElement;
    return { small, isWider: scrollWidth > clientWidth };
  }, MIN_TARGET_SIZE - 0.5);

/**
 * Finds overlapping text: below the head of a sheet that has not been scrolled, below transparent sticky
 * bars, and in headings larger than their line height.
 */
const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ navBar, sheets, sheetHead, hidden }) => {
      const found: string[] = [];
      for (const bar of document.querySelectorAll(navBar)) {
        const { position, backgroundColor } = getComputedStyle(bar);
        if (position === "sticky" && backgroundColor === "rgba(0, 0, 0, 0)")
          found.push("seen through: navbar");
      }
      // A heading outside the type scale has the browser's font size but the body text's line height.
      for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
        const { fontSize, lineHeight } = getComputedStyle(heading);
        const isShown = heading.checkVisibility() && heading.getBoundingClientRect().width > 1;
        if (isShown && parseFloat(lineHeight) < 1.15 * parseFloat(fontSize))
          found.push(`${fontSize} in lines of ${lineHeight}: ${heading.outerHTML.slice(0, 120)}`);
      }
      for (const sheet of document.querySelectorAll(sheets)) {
        const head = sheet.querySelector(`:scope > ${sheetHead}`);
        if (!head || sheet.scrollTop > 0) continue;
        const { bottom } = head.getBoundingClientRect();
        const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(text);
          const { top, width } = range.getBoundingClientRect();
          const isRead = width > 1 && !text.parentElement?.closest(`${sheetHead}, ${hidden}, script, style`);
          if (isRead && top > 0 && top < bottom) found.push(`under the sheet's head: ${text.textContent}`);
        }
      }
      return found;
    },
    {
      navBar: classSelector("frame", "navBar"),
      sheets: classSelector("overlay", "sheet"),
      sheetHead: classSelector("overlay", "head"),
      hidden: classSelector("text", "visuallyHidden"),
    },
  );

/**
 * Returns all accessibility faults of the visible screen: axe's findings in light and dark; at each width,
 * sideways scrolling, overlapping text and small tap targets.
 * @param name of the screen, put before each finding
 */
export async function accessibilityFindings(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize();
  const findings = new Set<string>();
  for (const finding of await axeFindings(page)) findings.add(`${name}: ${finding}`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 700 ? 700 : 900 });
    const { small, isWider } = await targetFaults(page);
    if (isWider) findings.add(`${name}: ${width} px wide: scrolls sideways`);
    for (const overlap of await overlaps(page)) findings.add(`${name}: ${width} px wide: ${overlap}`);
    for (const target of small) findings.add(`${name}: ${width} px wide: small: ${target}`);
  }
  if (before) await page.setViewportSize(before);
  return [...findings];
}
