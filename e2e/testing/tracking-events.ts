import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { StoredEvent } from "#contract/tracking/tracking.ts";

/** Lists the last stored events, the newest first. */
export async function storedEvents(origin: string, limit = 1_000): Promise<StoredEvent[]> {
  const answer = await fetch(`${origin}/sim/events?limit=${limit}`);
  return ((await answer.json()) as { data: StoredEvent[] }).data;
}

/** Returns the anonymous id of a page's tracker; waits until there is one. */
export const visitorIdOf = async (page: Page): Promise<string> => {
  const read = () =>
    page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("marque.tracking") ?? "{}") as { anonymousId?: string };
      return kept.anonymousId ?? "";
    });
  // The tracker loads after the first screen.
  await expect.poll(read).not.toBe("");
  return read();
};

/** Lists the stored events of one visitor in order of time. */
export const eventsOfVisitor = async (origin: string, visitor: string): Promise<StoredEvent[]> =>
  (await storedEvents(origin))
    .filter(({ anonymous_id }) => anonymous_id === visitor)
    .sort((a, b) => a.time - b.time);

const nameOf = ({ event, type }: StoredEvent): string => (event === "" ? type : event);
/** Waits until these events of a visitor are stored, in any order. @returns all of the visitor's events */
export async function waitForStoredEvents(
  origin: string,
  visitor: string,
  ...names: string[]
): Promise<StoredEvent[]> {
  const missing = async () => {
    const left = (await eventsOfVisitor(origin, visitor)).map(nameOf);
    return names.filter((name) => {
      const at = left.indexOf(name);
      if (at !== -1) left.splice(at, 1);
      return at === -1;
    });
  };
  await expect.poll(missing).toEqual([]);
  return eventsOfVisitor(origin, visitor);
}
export const eventsNamed = (events: readonly StoredEvent[], name: string): StoredEvent[] =>
  events.filter((event) => nameOf(event) === name);

/**
 * Records the URLs of a page's requests from now on, and the bodies of tracking requests. @returns a live
 * list
 */
export function recordRequests(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    sent.push(request.url());
    if (request.url().includes("/sa?")) sent.push(request.postData() ?? "");
  });
  return sent;
}
