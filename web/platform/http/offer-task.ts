import { parseUrl } from "../navigation/address.ts";
import { raiseChallenge } from "./challenges.ts";

/** Links that were offered on this page, so that nobody is asked twice. */
const offered = new Set<string>();

/** Offers the next step that a successful answer names (requirement N03); never the page on which the person is. */
export function offerTask(link: string): void {
  if (offered.has(link) || parseUrl(link, location.href)?.href === location.href) return;
  offered.add(link);
  void raiseChallenge("task", { link });
}
