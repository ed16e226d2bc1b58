import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { StoredEvent } from "#contract/tracking/tracking.ts";

/** The last events that the product of an origin has stored, the newest first. */
export async function storedEvents(origin: string, limit = 1_000): Promise<StoredEvent[]> {
  const answer = await fetch(`${origin}/sim/events?limit=${limit}`);
  return ((await answer.json()) as { data: StoredEvent[] }).data;
}

/** The id that a page's tracker goes by; waits until there is one. */
export const visitorIdOf = async (page: Page): Promise<string> => {
  const read = () =>
    page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("marque.tracking") ?? "{}") as { anonymousId?: string };
      return kept.anonymousId ?? "";
    });
  // The tracker comes after the first screen.
  await expect.poll(read).not.toBe("");
  return read();
};

/** What is stored of one visitor, in the order that it happened. */
export const eventsOfVisitor = async (origin: string, visitor: string): Promise<StoredEvent[]> =>
  (await storedEvents(origin))
    .filter(({ anonymous_id }) => anonymous_id === visitor)
    .sort((a, b) => a.time - b.time);

const nameOf = ({ event, type }: StoredEvent): string => (event === "" ? type : event);
/** Waits until these have been stored of a visitor, in whatever order. @returns all of the visitor's */
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

/** The addresses that a page asks for from now on, and the bodies that its tracker sends: they grow as it goes on. */
export function recordRequests(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    sent.push(request.url());
    if (request.url().includes("/sa?")) sent.push(request.postData() ?? "");
  });
  return sent;
}
