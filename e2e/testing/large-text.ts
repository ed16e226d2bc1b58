import type { Page } from "playwright-core";
import { classSelector } from "./class-selector.ts";

type Box = { top: number; right: number; bottom: number; left: number };
/** A line of text in the page. `place` is the nearest bar above the page, or the page. */
type Line = { text: string; box: Box; element: number; place: number; faults: string[] };
type Search = { within: string; hidden: string; bars: string; width: number };

/** Text for screen readers only. */
const hidden = () => `${classSelector("text", "visuallyHidden")}, [inert]`;
/** Bars that lie over scrolled content, whose texts are compared only with each other. */
const bars = () => ["bottomBar", "tabBar", "navBar"].map((name) => classSelector("frame", name)).join(", ");

/** Runs in the page: lines of text, each with what is wrong about it alone. */
function findLines({ within, hidden, bars, width }: Search): Line[] {
  const root = document.querySelector(within);
  if (!root) throw new Error(`nothing matches ${within}`);
  const elements: Element[] = [];
  const places: (Element | null)[] = [];
  const indexIn = <T>(list: T[], one: T) => (list.includes(one) ? list.indexOf(one) : list.push(one) - 1);
  const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
  /** @returns null for lines of a long text of which only the beginning is meant to be seen */
  const faultsOf = (element: Element, box: DOMRect): string[] | null => {
    const faults: string[] = [];
    const control = element.closest("button, summary, label, [role=tab], nav a, h1");
    const edge = element.closest("button, [role=tab], nav a")?.getBoundingClientRect();
    if (edge && (box.right > edge.right + 2 || box.left < edge.left - 2 || box.bottom > edge.bottom + 3))
      faults.push("leaves its button");
    let isBeyond = box.right > width + 1;
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(one);
      if (webkitLineClamp !== "none" && !control) return null;
      if (overflowX !== "visible") isBeyond = false;
      const { top, right, bottom, left } = one.getBoundingClientRect();
      const isCutAcross = hides(overflowY) && (box.bottom > bottom + 2 || box.top < top - 2);
      const isCutBeside = hides(overflowX) && (box.right > right + 2 || box.left < left - 2);
      if (isCutAcross || isCutBeside) faults.push("cut off");
    }
    return isBeyond ? [...faults, "beyond the window"] : faults;
  };
  const found: Line[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    const isShown = element?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!element || !isShown || text === "" || element.closest(hidden)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.height <= 2 || box.width <= 1) continue;
      const [at, place] = [indexIn(elements, element), indexIn(places, element.closest(bars))];
      const faults = faultsOf(element, box);
      if (faults) found.push({ text, box: box.toJSON() as Box, element: at, place, faults });
    }
  }
  return found;
}

/** Runs in the page: fields lower than their text. */
const findLowFields = (within: string): string[] =>
  [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`${within} :is(input, select)`)]
    .filter((field) => field.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter(({ type }) => !["checkbox", "radio", "range", "file", "hidden"].includes(type))
    .filter((field) => field.clientHeight < parseFloat(getComputedStyle(field).fontSize) * 1.2)
    .map((field) => `field lower than its text: ${field.outerHTML.slice(0, 80)}`);

const isOverlapping = (one: Line, other: Line): boolean =>
  one.element !== other.element &&
  one.place === other.place &&
  Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > 4 &&
  Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top) > 8;

/**
 * Faults of large text within a selector: text that is cut off, that leaves its button or the window, that lies on
 * other text; fields lower than their text; a page wider than the window.
 */
export async function largeTextFaults(page: Page, within = "body"): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0;
  // A phone zooms out to show a wider page, whose innerWidth is larger than the window's then.
  const widest = await page.evaluate(() => document.documentElement.scrollWidth);
  const lines = await page.evaluate(findLines, { within, hidden: hidden(), bars: bars(), width });
  const faults = [
    ...(widest > width ? [`scrolls sideways: ${widest} px`] : []),
    ...lines.flatMap((line) => line.faults.map((fault) => `${fault}: ${line.text}`)),
    ...(await page.evaluate(findLowFields, within)),
    ...lines.flatMap((one, at) =>
      lines
        .slice(at + 1)
        .filter((other) => isOverlapping(one, other))
        .map((other) => `${one.text} overlapping ${other.text}`),
    ),
  ];
  return [...new Set(faults)];
}

/** Sets the browser's text size as readers do in its settings, and checks that the page's text follows. */
export async function enlargeRoot(page: Page, percent: number): Promise<void> {
  const [before, after] = await page.evaluate((size) => {
    const textSize = () => parseFloat(getComputedStyle(document.body).fontSize);
    const first = textSize();
    document.documentElement.style.fontSize = `${size}%`;
    return [first, textSize()] as const;
  }, percent);
  if (Math.abs(after / before - percent / 100) > 0.05)
    throw new Error(`text of ${before} px became ${after} px`);
  // The layout for large text is loaded after the first screen.
  await page.evaluate(() => dispatchEvent(new Event("scroll")));
  await page.locator("html[data-large-text]").waitFor();
}
