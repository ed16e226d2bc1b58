import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { keepFocusVisible } from "./keep-focus-visible.ts";

const style = `
  header { position: sticky; top: 0; height: 56px; background: #eee; z-index: 1 }
  footer { position: fixed; left: 0; right: 0; bottom: 0; height: 80px; background: #ddd }
  label { display: block; padding: 10px; margin-bottom: 30px }
  input[type=radio] { position: absolute; opacity: 0; width: 1px; height: 1px }
  textarea { height: 120px }
  .sheet { position: fixed; inset: auto 0 0 0; height: 60%; overflow: auto; background: #fff; z-index: 2 }
  .sheet > p { position: sticky; bottom: 0; height: 60px; background: #ccc; margin: 0 }
`;
const fields = (prefix: string) =>
  Array.from({ length: 6 }, (_, index) => `<label>${index}<input id="${prefix}${index}" /></label>`).join("");
const form = `<style>${style}</style><header>标题</header><form>
  ${fields("a")}
  <label>甲<input type="radio" name="r" id="radio" /></label>
  <label>文<textarea id="text"></textarea></label>
  <label>选<select id="select"><option>甲</option></select></label>
  <div contenteditable="true" id="rich" style="min-height: 60px">文</div>
  ${fields("b")}
  <div><footer><p><button type="submit">提交</button></p></footer><p>条款</p></div></form>`;

let stop: () => void;
const show = (html: string) => {
  document.body.innerHTML = html;
  document.body.style.margin = "0";
  document.body.style.paddingBottom = "120px";
};
beforeEach(async () => {
  await page.viewport(360, 740);
  stop = keepFocusVisible();
});
afterEach(async () => {
  stop();
  document.body.removeAttribute("style");
  await page.viewport(414, 896);
});

/** Whether the box of the field with this id is seen: its top, middle and bottom are within the window and uncovered. */
function isSeen(id: string): boolean {
  const field = document.getElementById(id) as HTMLElement;
  const box = field.matches("[type=radio]") ? (field.closest("label") as HTMLElement) : field;
  const { top, bottom, left, width } = box.getBoundingClientRect();
  return [top + 2, (top + bottom) / 2, bottom - 2].every((y) => {
    const found = document.elementFromPoint(left + width / 2, y);
    return y >= 0 && y <= innerHeight && found !== null && (box.contains(found) || found.contains(box));
  });
}
const frames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));

const ids = ["a0", "a3", "a5", "radio", "text", "select", "rich", "b0", "b5"];
test.each(ids)("L22 the focused field %s stays above the bar at every height of the window", async (id) => {
  show(form);
  document.getElementById(id)?.focus({ preventScroll: true });
  for (const height of [600, 545, 490, 430, 380, 350, 320]) {
    await page.viewport(360, height);
    await expect.poll(() => [height, innerHeight, isSeen(id)]).toEqual([height, height, true]);
    await page.viewport(360, 740);
    scrollTo(0, 0);
  }
});

test("L22 with a small window each field that gets the focus is scrolled to", async () => {
  show(form);
  await page.viewport(360, 340);
  for (const id of [...ids, ...ids.toReversed()]) {
    document.getElementById(id)?.focus({ preventScroll: true });
    await expect.poll(() => [id, isSeen(id)]).toEqual([id, true]);
  }
});

test.each(["s0", "s4", "s5"])("L22 within a sheet with a sticky footer %s is seen", async (id) => {
  show(`${form}<div class="sheet">${fields("s")}<p>取消</p></div>`);
  document.getElementById(id)?.focus({ preventScroll: true });
  for (const height of [560, 400, 330]) {
    await page.viewport(360, height);
    await expect.poll(() => [height, innerHeight, isSeen(id)]).toEqual([height, height, true]);
  }
});

test.each(["p0", "p3", "p5"])(
  "L22 within a panel over a scrim, which ends above the window's end, %s is seen",
  async (id) => {
    show(
      `${form}<div style="position:fixed;inset:0;background:#0006;z-index:2"></div><div style="position:fixed;top:60px;left:0;right:0;max-height:calc(100vh - 180px);overflow:auto;background:#fff;z-index:3">${fields("p")}<p style="height:60px">重置</p></div>`,
    );
    document.getElementById(id)?.focus({ preventScroll: true });
    for (const height of [600, 470, 410, 365, 320]) {
      await page.viewport(360, height);
      await expect.poll(() => [height, innerHeight, isSeen(id)]).toEqual([height, height, true]);
    }
  },
);

test("L22 a field that is seen stays where it is, and a button moves nothing", async () => {
  show(form);
  document.getElementById("a0")?.focus({ preventScroll: true });
  await page.viewport(360, 500);
  await frames();
  expect(scrollY).toBe(0);
  document.querySelector("button")?.focus({ preventScroll: true });
  await page.viewport(360, 330);
  await frames();
  expect(scrollY).toBe(0);
});

test("L22 the page scrolls back when the keyboard closes, and nothing listens after the end", async () => {
  show(form);
  const scrolled = vi.spyOn(window, "scrollTo");
  await page.viewport(360, 700);
  await frames();
  expect(scrolled).not.toHaveBeenCalled();
  await page.viewport(360, 400);
  await frames();
  await page.viewport(360, 740);
  await vi.waitFor(() => expect(scrolled).toHaveBeenCalled());
  scrolled.mockRestore();
  stop();
  document.getElementById("b5")?.focus({ preventScroll: true });
  scrollTo(0, 0);
  await page.viewport(360, 330);
  await frames();
  expect(isSeen("b5")).toBe(false);
});
