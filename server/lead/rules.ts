import type { FormField } from "#contract/activity/activity.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { ParsedArgsOf } from "#contract/core/call.ts";
import type { leaveLead } from "#contract/lead/lead.ts";
import { leadConsent } from "#contract/lead/consent.ts";
import { findAnswerError } from "#contract/signup/signup.ts";
import { statusAt } from "../activity/index.ts";
import type { LeadRow } from "./tables.ts";
import { leadMessages } from "./messages.ts";

export type LeadArgs = ParsedArgsOf<typeof leaveLead>;
/** Properties of an activity that decide about a lead. Times in ms. */
export type LeadActivity = {
  readonly isOffline: boolean;
  readonly openTime: number;
  readonly closeTime: number;
  readonly seriesCodes: readonly string[];
  readonly form: readonly FormField[];
};
/** Mobiles that one person may leave for one activity: enough for a household, too few for a list. */
export const MAX_MOBILES_PER_PERSON = 5;

/** Requires that the activity takes leads at this time. @throws Refusal "flowBranch" with the reason as remark */
export function requireLeadPeriod({ openTime, closeTime }: LeadActivity, now: number): void {
  const status = statusAt(openTime, closeTime, now);
  if (status === 1) throw new Refusal("flowBranch", { remark: leadMessages.notStarted });
  if (status === 3) throw new Refusal("flowBranch", { remark: leadMessages.ended });
}

/** Validates the form against the activity. @throws Refusal "invalid" with a message per field */
export function requireValidLeadForm(
  { seriesCodes, form }: LeadActivity,
  args: LeadArgs,
  isDealerKnown: boolean,
): void {
  const fields: Record<string, string> = {};
  if (args.seriesCode !== undefined && !seriesCodes.includes(args.seriesCode))
    fields["seriesCode"] = leadMessages.series;
  if (!isDealerKnown) fields["dealerId"] = leadMessages.dealer;
  // The recorded consent must be the text that the person has seen.
  if (args.consentVersion !== undefined && args.consentVersion !== leadConsent.version)
    fields["consent"] = leadMessages.consentOld;
  const known = new Set(form.map(({ key }) => key));
  for (const key of Object.keys(args.answers))
    if (!known.has(key)) fields[`answers.${key}`] = leadMessages.noSuchQuestion;
  for (const field of form) {
    const error = findAnswerError(field, args.answers[field.key] ?? "");
    if (error !== null) fields[`answers.${field.key}`] = error;
  }
  if (Object.keys(fields).length > 0) throw new Refusal("invalid", { fields });
}

/**
 * Limits the mobiles of one person per activity; a lead that is being changed does not count.
 * @throws Refusal "flowBranch" with the reason as remark
 */
export function requireMobileLimit(
  own: readonly Pick<LeadRow, "lead_id" | "mobile">[],
  { mobile, changedLeadId }: Pick<LeadArgs, "mobile" | "changedLeadId">,
): void {
  const others = own.filter((lead) => lead.lead_id !== changedLeadId);
  if (others.length >= MAX_MOBILES_PER_PERSON && !others.some((lead) => lead.mobile === mobile))
    throw new Refusal("flowBranch", { remark: leadMessages.tooMany });
}

type PersonsLead = Pick<LeadRow, "user_id" | "lead_id" | "mobile">;
/** A lead that is about to be written, and the one of the same person that it replaces. */
export type AddedLead = PersonsLead & { readonly changed_lead_id: string | null };
/**
 * Selects those new leads that keep each person within the limit of mobiles, in their order.
 * @param own the people's leads of the activity
 */
export function withinMobileLimit<L extends AddedLead>(
  own: readonly PersonsLead[],
  added: readonly L[],
): L[] {
  const kept = new Map<string, PersonsLead[]>();
  for (const lead of own) kept.set(lead.user_id, [...(kept.get(lead.user_id) ?? []), lead]);
  return added.filter((lead) => {
    const before = (kept.get(lead.user_id) ?? []).filter(({ lead_id }) => lead_id !== lead.changed_lead_id);
    const isKnown = before.some(({ mobile }) => mobile === lead.mobile);
    if (!isKnown && before.length >= MAX_MOBILES_PER_PERSON) return false;
    kept.set(lead.user_id, isKnown ? before : [...before, lead]);
    return true;
  });
}

/** Requires a bound mobile for offline activities (requirement K15). @throws Refusal "mobileRequired" */
export function requireLeadMobile(
  { isOffline }: LeadActivity,
  mobile: string | null,
  bindLink: string,
): void {
  if (isOffline && mobile === null) throw new Refusal("mobileRequired", { taskLink: bindLink });
}
