import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { setSite } from "../../platform/environment/site.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import { siteForTests } from "../../platform/testing/test-site.ts";
import ClubSection from "./club-section.tsx";

/** Visibility of the observed elements in each report of the browser. */
let reports: boolean[];
/** Records reports after the page has handled them. */
class RecordedObserver extends IntersectionObserver {
  constructor(handle: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    super((entries, observer) => {
      handle(entries, observer);
      reports.push(...entries.map(({ isIntersecting }) => isIntersecting));
    }, options);
  }
}
beforeEach(() => {
  reports = [];
  vi.stubGlobal("IntersectionObserver", RecordedObserver);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("P12 the club section requests its content when it comes near the viewport, not before", async () => {
  setSite(siteForTests);
  const requests = fakeServer(() => null);
  const place = document.createElement("main");
  document.body.replaceChildren(place);
  const element = (
    <>
      <div style={{ height: 20_000 }} />
      <ClubSection />
    </>
  );
  const root = createRoot(place);
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  await expect.poll(() => place.children.length).toBe(2);
  await expect.poll(() => reports).toEqual([false]);
  expect(requests).toEqual([]);
  window.scrollTo(0, 20_000);
  await expect.poll(() => requests.map(({ name }) => name)).toContain("carclub");
  root.unmount();
});
