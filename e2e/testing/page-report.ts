import type { Page } from "playwright-core";
import { onTestFailed } from "vitest";

/** Maximum length of a page's description, characters. */
const MAX_LENGTH = 600;

/** Describes the page by its path and visible text, messages first. Masks mobile numbers. */
async function describePage(page: Page): Promise<string> {
  const read = () => {
    const said = document.querySelectorAll<HTMLElement>(
      "[role=alert],[role=status],[role=dialog],.fault,main",
    );
    const visible = [...said].filter((element) => element.checkVisibility());
    const texts = visible.map(({ innerText }) => innerText.replace(/\s+/g, " ").trim());
    return [location.pathname, ...texts.filter(Boolean)].join(" | ");
  };
  const text = await Promise.race([
    page.evaluate(read),
    new Promise<string>((resolve) => setTimeout(resolve, 5_000, "no answer from the page")),
  ]).catch((error: unknown) => String(error).split("\n", 1)[0] ?? "");
  return text.replace(/(1\d\d)\d{4}(\d{4})/g, "$1****$2").slice(0, MAX_LENGTH);
}

/** Adds the page's visible text to the error of a failed test, for each retry. */
export function reportPageOnFailure(page: Page): void {
  try {
    onTestFailed(async ({ task }) => {
      const error = task.result?.errors?.at(-1);
      if (error === undefined || page.isClosed()) return;
      error.stack = `${error.stack ?? error.message}\nthe page showed: ${await describePage(page)}`;
    });
  } catch {
    // A page opened in a beforeAll hook has no current test to report to.
  }
}
