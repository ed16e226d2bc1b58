import { taskMessages, type Refusal } from "#contract/core/errors.ts";
import { parseUrl } from "../navigation/address.ts";
import { assignLocation } from "../navigation/leave-page.ts";
import { currentSite } from "../environment/site.ts";
import { showToast } from "./challenges.ts";

/**
 * Whether a task link is allowed: our own origin, a configured base's, or one that the operator allows
 * (requirement N09).
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

/** Message of a refusal of a task, which may differ from the toast's (requirement V07). */
export const taskMessageOf = ({ code, message }: Refusal): string => taskMessages[code] ?? message;

/** Opens the task's address after status 602, if it is allowed. @returns whether the page is being left */
export function followTask(refusal: Refusal): boolean {
  // A missing mobile is left to the screens: they keep the form and return to it.
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
 * Shows a refusal that the caller does not handle. Messages at a form's fields are not repeated.
 * @param hadCaptcha the captcha was shown: only the refusal's remark is added to it (requirement N08)
 */
export function showRefusal(refusal: Refusal, hadCaptcha = false): void {
  if (refusal.refusal === "mobileRequired" || Object.keys(refusal.fields).length > 0) return;
  if (hadCaptcha && refusal.remark === null) return;
  showToast(refusal.remark ?? refusal.message);
}
