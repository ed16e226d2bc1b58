import type { Refusal } from "#contract/errors.ts";
import { goOn } from "../leave.ts";
import { siteNow } from "../site.ts";
import { toast } from "./challenges.ts";

/** Whether an address is one of ours: same origin, or a configured base's (requirement N09). */
export function isOwnAddress(link: string): boolean {
  if (!URL.canParse(link, location.href)) return false;
  const url = new URL(link, location.href);
  const { apiBase, passBase, securityBase } = siteNow();
  const own = [
    location.origin,
    ...[apiBase, passBase, securityBase].flatMap((base) => (base === null ? [] : [new URL(base).origin])),
  ];
  return (url.protocol === "https:" || url.protocol === "http:") && own.includes(url.origin);
}

/** 602 goes to the task's address, if it is ours. @returns whether the page is being left */
export function followTask(refusal: Refusal): boolean {
  // A missing mobile is the screens' business: they keep the form and come back to it.
  if (
    refusal.status !== 602 ||
    refusal.refusal === "mobileRequired" ||
    refusal.taskLink === null ||
    !isOwnAddress(refusal.taskLink)
  )
    return false;
  goOn(refusal.taskLink);
  return true;
}

/** Shows a refusal that nobody handles; what stands at the form's fields is not repeated. */
export function showRefusal(refusal: Refusal): void {
  if (refusal.refusal === "mobileRequired" || Object.keys(refusal.fields).length > 0) return;
  if (refusal.refusal === "captchaRequired") return; // given up by the person
  toast(refusal.message);
}
