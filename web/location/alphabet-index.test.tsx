import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { dialog, show, setUpCitySheet } from "./testing/city-sheet.tsx";
import * as cityCss from "./city.module.css";
import * as letterRailCss from "./alphabet-index.module.css";

setUpCitySheet();

const rail = dialog.getByRole("slider", { name: "字母索引" });
const body = () => document.querySelector(`.${cityCss.body}`) as HTMLElement;
const top = (letter: string) => {
  const section = document.querySelector(`[data-letter="${letter}"]`) as HTMLElement;
  return Math.round(section.getBoundingClientRect().top - body().getBoundingClientRect().top);
};

it("J12 alphabet rail: arrow keys, Home and End move it letter by letter", async () => {
  show();
  await expect.element(rail).toBeInTheDocument();
  (rail.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  await expect.element(rail).toHaveAttribute("aria-valuetext", "C");
  await vi.waitFor(() => expect(top("C")).toBe(0));
  await userEvent.keyboard("{ArrowUp}");
  await vi.waitFor(() => expect(top("B")).toBe(0));
  await userEvent.keyboard("{End}");
  await expect.element(rail).toHaveAttribute("aria-valuetext", "Y");
  await userEvent.keyboard("{Home}");
  await vi.waitFor(() => expect(top("A")).toBe(0));
});
it("J12 a finger drags the alphabet rail, with a bubble during the touch", async () => {
  show();
  await expect.element(rail).toBeInTheDocument();
  const letters = document.querySelector(`.${letterRailCss.rail}`) as HTMLElement;
  const { left, top: start, height } = letters.getBoundingClientRect();
  const count = letters.querySelectorAll("span").length;
  const at = async (type: string, place: number) => {
    letters.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        clientX: left + 30,
        clientY: start + (height * (place + 0.5)) / count,
      }),
    );
    await new Promise((resolve) => requestAnimationFrame(resolve));
  };
  letters.setPointerCapture = () => {};
  await at("pointerdown", 1);
  await at("pointermove", 2);
  await vi.waitFor(() => expect(top("C")).toBe(0));
  expect(document.querySelector(`.${letterRailCss.rail} i`)?.textContent).toBe("C");
  await at("pointerup", 2);
  await vi.waitFor(() => expect(document.querySelector(`.${letterRailCss.rail} i`)).toBeNull());
  await at("pointermove", 0);
  expect(rail.element().getAttribute("aria-valuetext")).toBe("C");
});
it("J12 on a desktop the letters of the rail are in one column, and each leads to its own section", async () => {
  await page.viewport(1280, 560);
  show();
  await expect.element(rail).toBeInTheDocument();
  expect(getComputedStyle(document.querySelector(`.${letterRailCss.rail}`) as HTMLElement).display).toBe(
    "flex",
  );
  const tops = [...document.querySelectorAll<HTMLElement>("[data-letter]")].map(({ offsetTop }) => offsetTop);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(new Set(tops).size).toBe(tops.length);
  (rail.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await vi.waitFor(() => expect(top("B")).toBe(0));
});
it("J12 the alphabet rail follows the scroll position of the list", async () => {
  show();
  await expect.element(rail).toBeInTheDocument();
  body().scrollTop = (document.querySelector('[data-letter="C"]') as HTMLElement).offsetTop + 5;
  await expect.element(rail).toHaveAttribute("aria-valuetext", "C");
});
