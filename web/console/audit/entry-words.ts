import type { ListedAuditEntry } from "#contract/console/watch/audit.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { auditPageMessages as texts } from "./messages.ts";

/** Time to the second: 11.27 14:21:48. */
export const timeWords = ({ time }: ListedAuditEntry): string => `${formatShort(time)}:${time.slice(17, 19)}`;

/** Name of an operator, else the kind of the actor with the end of its id. */
export function actorWords({ actorName, actorKind, actorId, door }: ListedAuditEntry): string {
  if (actorName !== null) return actorName;
  if (actorKind === "operator" && door === "command") return texts.commandActor;
  const kind = texts.actors[actorKind] ?? actorKind;
  return actorId === null ? kind : `${kind} …${actorId.slice(-6)}`;
}

/** Noun of the thing with its title, else its id. */
export const aboutWords = ({ aboutName, aboutTitle, aboutId }: ListedAuditEntry): string =>
  [aboutName, aboutTitle ?? aboutId].filter((part) => part !== null && part !== "").join(" · ");

export const contentWords = ({ outcome, outcomeName }: ListedAuditEntry): string =>
  outcomeName ?? (outcome === "" ? texts.noContent : outcome);

/** Pages of things by the kind of an entry. */
const pages: Readonly<Record<string, (id: string) => string>> = {
  activity: (id) => `/activities/${id}`,
  dealer: (id) => `/dealers/${id}`,
  banner: (id) => `/banners/${id}`,
  product: (id) => `/products/${id}`,
  lead: (id) => `/leads?open=${id}`,
  "sign-up": (id) => `/guests?open=${id}`,
  operator: (id) => `/system/operators?open=${id}`,
  "rights-request": (id) => `/rights-requests?open=${id}`,
};
const isId = (text: string): boolean => /^\d{1,19}$/.test(text);
/** Page of the thing; null: it has none. */
export const pageOf = ({ aboutKind, aboutId }: ListedAuditEntry): string | null =>
  aboutId !== null && isId(aboutId) ? (pages[aboutKind]?.(aboutId) ?? null) : null;
/** Page of the versions of the thing; null: the act made none. */
export const versionsOf = ({ aboutKind, aboutId, action }: ListedAuditEntry): string | null =>
  aboutKind === "activity" &&
  aboutId !== null &&
  isId(aboutId) &&
  /^(catalogue|activity|draft)\./.test(action)
    ? `/activities/${aboutId}/history`
    : null;
