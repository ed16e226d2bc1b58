import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSoftKeyboard } from "./use-soft-keyboard.ts";

/** A fake visual viewport, the part of the page that the keyboard leaves free. */
class Viewport extends EventTarget {
  height = 800;
  offsetTop = 0;
  scale = 1;
  resizeTo(height: number): void {
    this.height = height;
    this.dispatchEvent(new Event("resize"));
  }
}
const viewport = new Viewport();
const original = Object.getOwnPropertyDescriptor(window, "visualViewport");
let root: Root;
const shown = vi.fn<Element["scrollIntoView"]>();

function Page() {
  useSoftKeyboard();
  return <input aria-label="名" />;
}
/** Puts the field's box at the given position. */
const placeField = (top: number): HTMLInputElement => {
  const input = document.querySelector("input") as HTMLInputElement;
  input.getBoundingClientRect = () => new DOMRect(0, top, 200, 50);
  input.scrollIntoView = shown;
  input.focus();
  return input;
};

beforeEach(async () => {
  Object.defineProperty(window, "visualViewport", { value: viewport, configurable: true });
  viewport.height = 800;
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById("root") as HTMLElement);
  root.render(<Page />);
  await vi.waitUntil(() => document.querySelector("input"));
  shown.mockClear();
});
afterEach(() => {
  root.unmount();
  if (original) Object.defineProperty(window, "visualViewport", original);
  vi.restoreAllMocks();
});

test("L22 a field under the opening keyboard is scrolled into the middle of the visible part", () => {
  placeField(600);
  viewport.resizeTo(450);
  expect(shown).toHaveBeenCalledExactlyOnceWith({ block: "center" });
});

test("L22 a visible field stays where it is", () => {
  placeField(200);
  viewport.resizeTo(450);
  expect(shown).not.toHaveBeenCalled();
});

test("L22 the next focused field is scrolled into view too while the keyboard is open, but not without it", () => {
  const input = placeField(600);
  input.blur();
  input.focus();
  expect(shown).not.toHaveBeenCalled();
  input.blur();
  viewport.resizeTo(450);
  expect(shown).not.toHaveBeenCalled();
  input.focus();
  expect(shown).toHaveBeenCalledTimes(1);
});

test("L22 the page scrolls back when the keyboard closes", () => {
  const scrolled = vi.spyOn(window, "scrollTo");
  placeField(200);
  viewport.resizeTo(790);
  expect(scrolled).not.toHaveBeenCalled();
  viewport.resizeTo(450);
  viewport.resizeTo(800);
  expect(scrolled).toHaveBeenCalledTimes(1);
});

test("L22 nothing listens after the component is unmounted", () => {
  placeField(600);
  root.unmount();
  viewport.resizeTo(450);
  expect(shown).not.toHaveBeenCalled();
});
