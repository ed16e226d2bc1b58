import type { Page } from "playwright-core";

/**
 * Ways in which a browser's translation or an extension changes texts. The texts stay readable, so that a test finds
 * what it looks for.
 */
export const textChanges = ["replaced", "wrapped", "merged", "split", "replaced from before"] as const;
export type TextChange = (typeof textChanges)[number];

/**
 * Changes all texts of every page that is opened from now on, and each new text soon after it appears, in the way of a
 * translating browser: from the moment when the document is parsed, before hydration, and for as long as it is shown.
 */
export async function changeTexts(page: Page, change: TextChange): Promise<void> {
  await page.addInitScript((kind: TextChange) => {
    const wrap = (text: Text, tag: string): HTMLElement => {
      const [outer, inner] = [document.createElement(tag), document.createElement(tag)];
      outer.append(inner);
      inner.append(text);
      return outer;
    };
    const apply = (text: Text): void => {
      const copy = document.createTextNode(text.data);
      if (kind === "replaced") text.replaceWith(wrap(copy, "font"));
      else if (kind === "replaced from before") {
        text.before(wrap(copy, "font"));
        text.remove();
      } else if (kind === "split" && text.length > 2) {
        const rest = text.splitText(1);
        rest.replaceWith(wrap(document.createTextNode(rest.data), "font"));
      } else if (kind === "wrapped") {
        const place = document.createComment("");
        text.replaceWith(place);
        place.replaceWith(wrap(text, "font"));
      } else if (text.nextSibling?.nodeType === 3) text.parentNode?.normalize();
    };
    const changeAll = (): void => {
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walk.nextNode()) texts.push(walk.currentNode as Text);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!text.isConnected || text.data.trim() === "") continue;
        if (parent?.closest("script, style, textarea, option, font, [contenteditable=true]") === null)
          apply(text);
      }
      document.documentElement.dataset["changed"] = kind;
    };
    let timer = 0;
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = window.setTimeout(changeAll, 20);
    });
    addEventListener("DOMContentLoaded", () => {
      changeAll();
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    });
  }, change);
}

/**
 * Whether a complaint of the browser belongs to the action: about the slider's answer 633 and the page 404, or, where
 * React hydrates a part after the page, about drawing it anew.
 */
export const isExpectedComplaint = (text: string, isRedrawn: boolean): boolean =>
  /^Failed to load resource: .* (633|404) /.test(text) ||
  (isRedrawn && text.startsWith("hydration Error: Minified React error #418"));
