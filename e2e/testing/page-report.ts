import type { Page } from "playwright-core";
import { onTestFailed } from "vitest";

/** So much of a page is told of, characters. */
const MOST = 600;

/** Where the page is, and what is to be read on it: what it says of itself first. No mobile number in full. */
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
  return text.replace(/(1\d\d)\d{4}(\d{4})/g, "$1****$2").slice(0, MOST);
}

/** A test that fails tells what its page showed by then, each time that it is tried: nobody was there to see it. */
export function reportPageOnFailure(page: Page): void {
  try {
    onTestFailed(async ({ task }) => {
      const error = task.result?.errors?.at(-1);
      if (error === undefined || page.isClosed()) return;
      error.stack = `${error.stack ?? error.message}\nthe page showed: ${await describePage(page)}`;
    });
  } catch {
    // Made before any test: nobody's failure.
  }
}
