import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { currentSession } from "../session/session.ts";
import { setSite } from "../environment/site.ts";
import { siteForTests } from "../testing/test-site.ts";
import { trackPageView } from "./track.ts";
import type { TrackedEvent } from "./event-format.ts";
import { startTracker } from "./tracker.ts";

const address = location.href;
const sent: TrackedEvent[] = [];
/** Shows another page of the app, like its router. */
const goTo = async (path: string): Promise<void> => {
  history.replaceState(null, "", WEB_BASE + path);
  trackPageView();
  await new Promise((resolve) => setTimeout(resolve, 20));
};
const trackedEvents = () =>
  sent
    .filter(({ type }) => type === "track")
    .map(({ event, properties }) => [event, properties["activity_id"], properties["$url_path"]]);
const of = (event: string, path: string, id?: string) => [event, id, WEB_BASE + path];

beforeAll(() => {
  setSite(siteForTests);
  currentSession.clear();
  localStorage.clear();
  vi.spyOn(navigator, "sendBeacon").mockImplementation((_address, body) => {
    const data = new URLSearchParams(body as string).get("data") ?? "";
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    sent.push(JSON.parse(new TextDecoder().decode(bytes)) as TrackedEvent);
    return true;
  });
});
afterAll(() => {
  vi.restoreAllMocks();
  history.replaceState(null, "", address);
});

test("X03 X09 X14 every event belongs to the page that it happened on, and to that page's activity, even after a navigation", async () => {
  document.body.innerHTML = '<button type="button">报名</button>';
  // Before the tracker is loaded.
  await goTo("offline/11");
  await userEvent.click(page.getByRole("button"));
  await goTo("offline/12");
  await startTracker();
  const visited = [
    of("$pageview", "offline/11", "11"),
    of("$WebClick", "offline/11", "11"),
    of("$WebStay", "offline/11", "11"),
    of("$WebPageLeave", "offline/11", "11"),
    of("$pageview", "offline/12", "12"),
  ];
  expect(trackedEvents()).toEqual(visited);
  await goTo("list");
  await goTo("online/13");
  const left = [
    of("$WebStay", "offline/12", "12"),
    of("$WebPageLeave", "offline/12", "12"),
    of("$pageview", "list"),
    of("$WebStay", "list"),
    of("$WebPageLeave", "list"),
    of("$pageview", "online/13", "13"),
  ];
  expect(trackedEvents()).toEqual([...visited, ...left]);
  // A preview is not tracked, the page before it is.
  await goTo("online/00?preview=1");
  await userEvent.click(page.getByRole("button"));
  await goTo("list");
  expect(trackedEvents().slice(visited.length + left.length)).toEqual([
    of("$WebStay", "online/13", "13"),
    of("$WebPageLeave", "online/13", "13"),
    of("$pageview", "list"),
  ]);
});
