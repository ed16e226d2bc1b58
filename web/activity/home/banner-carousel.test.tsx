import "../../ui/styles/test-base-styles.ts";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as homeCss from "./home.module.css";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Banner } from "#contract/activity/activity.ts";
import { BannerCarousel } from "./banner-carousel.tsx";
import { show, violations } from "../../ui/testing/show.tsx";
import * as stateCss from "../../ui/styles/state.module.css";

const banner = (id: string, over: Partial<Banner> = {}): Banner => ({
  id,
  imageUrl: `/media/${id}.jpg`,
  link: "/list?businessType=1",
  title: `标题${id}`,
  subtitle: "",
  action: "查看",
  tone: "dark",
  ...over,
});
const links = () =>
  [...document.querySelectorAll(`.${homeCss.banner}`)].map((one) => one.getAttribute("href"));

beforeEach(() => page.viewport(390, 844));

test("only paths of this site and https addresses are links", async () => {
  const bad = ["javascript:alert(1)", "//evil.example", "http://evil.example", "data:text/html,x", ""];
  show(
    <BannerCarousel
      banners={["/list", "https://maker.example/a", ...bad].map((link, place) =>
        banner(String(place), { link }),
      )}
    />,
  );
  await expect.element(page.getByText("标题6")).toBeInTheDocument();
  expect(links()).toEqual(["/list", "https://maker.example/a", null, null, null, null, null]);
});

test("the first picture has priority over all others, which load lazily", async () => {
  show(<BannerCarousel banners={[banner("1"), banner("2")]} />);
  await expect.element(page.getByText("标题2")).toBeInTheDocument();
  const pictures = [...document.querySelectorAll("img")].map((one) => [
    one.getAttribute("fetchpriority"),
    one.loading,
  ]);
  expect(pictures).toEqual([
    ["high", "eager"],
    [null, "lazy"],
  ]);
  expect(await violations()).toEqual([]);
});

test("the pager follows the scroll position; one banner has no pager", async () => {
  show(<BannerCarousel banners={[banner("1"), banner("2"), banner("3")]} />);
  await expect.element(page.getByText("标题3")).toBeInTheDocument();
  document.querySelector(`.${controlsCss.scroller}`)?.scrollTo({ left: 720, behavior: "instant" });
  await expect
    .poll(() => [...document.querySelectorAll(`.${homeCss.pager} i`)].map((dot) => dot.className))
    .toEqual(["", "", stateCss.selected]);
  show(<BannerCarousel banners={[banner("1")]} />);
  await expect.element(page.getByText("标题1")).toBeInTheDocument();
  expect(document.querySelector(`.${homeCss.pager}`)).toBeNull();
});

test("the strip moves by itself, and never again after the first touch", async () => {
  // The tests' browser prefers reduced motion.
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: false } as MediaQueryList);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  show(<BannerCarousel banners={[banner("1"), banner("2"), banner("3")]} />);
  await vi.waitFor(() => expect(document.querySelectorAll(`.${homeCss.banner}`)).toHaveLength(3));
  const strip = document.querySelector(`.${controlsCss.scroller}`);
  if (!(strip instanceof HTMLElement)) throw new Error("no strip");
  const scrollTo = vi.spyOn(strip, "scrollTo");
  await vi.waitFor(() => {
    vi.advanceTimersByTime(5_000);
    expect(scrollTo).toHaveBeenCalled();
  });
  strip.dispatchEvent(new PointerEvent("pointerdown"));
  scrollTo.mockClear();
  vi.advanceTimersByTime(60_000);
  expect(scrollTo).not.toHaveBeenCalled();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
