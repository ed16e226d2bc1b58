import { taskMessages, type Refusal } from "#contract/core/errors.ts";
import { parseUrl } from "../navigation/address.ts";
import { assignLocation } from "../navigation/leave-page.ts";
import { currentSite } from "../environment/site.ts";
import { showToast } from "./challenges.ts";

/**
 * Whether a task may lead there: our own origin, a configured base's, or one that the operator
 * allows (requirement N09).
 */
export function isTaskAddress(link: string): boolean {
  const url = parseUrl(link, location.href);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return false;
  const { apiBase, passBase, securityBase, taskLinkOrigins = [] } = currentSite();
  const bases = [apiBase, passBase, securityBase].flatMap((base) =>
    base === null ? [] : [new URL(base).origin],
  );
  return [location.origin, ...bases, ...taskLinkOrigins].includes(url.origin);
}

/** A refusal in the words of a task, where those differ from the toast's (requirement V07). */
export const taskMessageOf = ({ code, message }: Refusal): string => taskMessages[code] ?? message;

/** 602 goes to the task's address, if it is ours. @returns whether the page is being left */
export function followTask(refusal: Refusal): boolean {
  // A missing mobile is the screens' business: they keep the form and come back to it.
  if (
    refusal.status !== 602 ||
    refusal.refusal === "mobileRequired" ||
    refusal.taskLink === null ||
    !isTaskAddress(refusal.taskLink)
  )
    return false;
  assignLocation(refusal.taskLink);
  return true;
}

/**
 * Shows a refusal that nobody handles; what stands at the form's fields is not repeated.
 * @param isSliderShown the slider was there: its own end needs no words but the remark's (requirement N08)
 */
export function showRefusal(refusal: Refusal, isSliderShown = false): void {
  if (refusal.refusal === "mobileRequired" || Object.keys(refusal.fields).length > 0) return;
  if (isSliderShown && refusal.remark === null) return;
  showToast(refusal.remark ?? refusal.message);
}
