import type { Locator, Page } from "playwright-core";

/** Most presses of Tab until a control has the focus; a page with more before it has no order. */
const MOST_TABS = 150;

/** Waits until a frame is drawn: a person sees the focus before the next press, and controls prepare themselves meanwhile. */
const drawFrame = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>(
        (resolve) => void requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      ),
  );
/** Moves the focus to a control with the Tab key, as a person without a mouse does. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return drawFrame(page);
    await page.keyboard.press("Tab");
  }
  throw new Error(`${MOST_TABS} presses of Tab do not reach ${control.toString()}`);
}

/** Moves to a control and presses Enter. */
export async function pressByKey(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
}

/** Moves to a text field and types; what was in it is replaced. */
export async function typeByKey(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Presses the two keys of a shortcut such as `g a`. */
export async function pressKeys(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(" ")) await page.keyboard.press(key);
}
