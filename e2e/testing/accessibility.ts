import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { classSelector } from "../class-selector.ts";

/** What the package runs by itself is more than twice as long as this, to be sent to each page and read there. */
const script = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** From the smallest phone to a laptop; CSS px. */
const widths = [320, 360, 390, 768, 1024, 1280];
/** The least that a finger hits; CSS px. */
const FINGER = 44;

/** Colours fade into one another: what is judged is where they end. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });

/** What a finding says of itself, and the elements that it is about. */
type Violation = { readonly id: string; readonly impact: string | null; readonly elements: string[] };

/**
 * Not asked, since what it finds is moderate and not held against a screen, and it looks at every
 * element. Only a rule that is not asked either looks into style sheets and media, which are then not
 * loaded anew.
 */
const spared = {
  rules: { region: { enabled: false }, "no-autoplay-audio": { enabled: false } },
  preload: false,
};

/**
 * Asks axe in the page itself: its script, 650 KB, is brought once into each, and of what is in order
 * nothing is gathered or handed over.
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

/** Serious and critical findings of axe-core in light; in dark, where only colours differ, of contrast. */
async function axeFindings(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const options = colorScheme === "dark" ? { runOnly: ["color-contrast"], preload: false } : spared;
    for (const { id, impact, elements } of await violations(page, options))
      if (impact === "serious" || impact === "critical")
        findings.push(...elements.map((html) => `${colorScheme}: ${id}: ${html.slice(0, 160)}`));
  }
  return findings;
}

/**
 * Waits for layout, which follows at the next frame. Then what can be tapped and is smaller than a
 * finger; links within a sentence may be as high as its lines. And whether it scrolls sideways.
 */
const misfits = (page: Page): Promise<{ small: string[]; isWider: boolean }> =>
  page.evaluate(async (least) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    /** An invisible frame around it counts: it is part of what is hit. */
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
    /** A field is hit through its label or the frame that it fills. */
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
  }, FINGER - 0.5);

/**
 * What lies over other text: the head of a sheet that has not been scrolled, bars that stay while the
 * page scrolls below them and are seen through, and headings larger than their lines.
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
      // A heading that nobody has set in the type scale is as large as the browser likes, in the text's lines.
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
      sheets: classSelector("modals", "sheet"),
      sheetHead: classSelector("modals", "head"),
      hidden: classSelector("text", "visuallyHidden"),
    },
  );

/**
 * Everything wrong with the screen on show: axe's findings in light and dark; at each width, what
 * makes it scroll sideways or is too small for a finger. @param name of the screen, before each finding
 */
export async function accessibilityFindings(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize();
  const findings = new Set<string>();
  for (const finding of await axeFindings(page)) findings.add(`${name}: ${finding}`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 700 ? 700 : 900 });
    const { small, isWider } = await misfits(page);
    if (isWider) findings.add(`${name}: ${width} px wide: scrolls sideways`);
    for (const overlap of await overlaps(page)) findings.add(`${name}: ${width} px wide: ${overlap}`);
    for (const target of small) findings.add(`${name}: ${width} px wide: small: ${target}`);
  }
  if (before) await page.setViewportSize(before);
  return [...findings];
}
