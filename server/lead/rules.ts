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
/** What a lead needs to know of an activity. Times in ms. */
export type LeadActivity = {
  readonly isOffline: boolean;
  readonly openTime: number;
  readonly closeTime: number;
  readonly seriesCodes: readonly string[];
  readonly form: readonly FormField[];
};
/** How many numbers one person may leave for one activity: a household, not a list. */
export const MAX_MOBILES_PER_PERSON = 5;

/** Whether the activity takes leads at this time. @throws Refusal "flowBranch" with a remark that says why */
export function mustBeOpen({ openTime, closeTime }: LeadActivity, now: number): void {
  const status = statusAt(openTime, closeTime, now);
  if (status === 1) throw new Refusal("flowBranch", { remark: leadMessages.notStarted });
  if (status === 3) throw new Refusal("flowBranch", { remark: leadMessages.ended });
}

/** Holds the form against the activity. @throws Refusal "invalid" with a message per field */
export function mustMatchLeadForm(
  { seriesCodes, form }: LeadActivity,
  args: LeadArgs,
  isDealerKnown: boolean,
): void {
  const fields: Record<string, string> = {};
  if (args.seriesCode !== undefined && !seriesCodes.includes(args.seriesCode))
    fields["seriesCode"] = leadMessages.series;
  if (!isDealerKnown) fields["dealerId"] = leadMessages.dealer;
  // What was agreed to must be what is kept.
  if (args.consentVersion !== undefined && args.consentVersion !== leadConsent.version)
    fields["consent"] = leadMessages.consentOld;
  const known = new Set(form.map(({ key }) => key));
  for (const key of Object.keys(args.answers))
    if (!known.has(key)) fields[`answers.${key}`] = leadMessages.noSuchQuestion;
  for (const field of form) {
    const fault = findAnswerError(field, args.answers[field.key] ?? "");
    if (fault !== null) fields[`answers.${field.key}`] = fault;
  }
  if (Object.keys(fields).length > 0) throw new Refusal("invalid", { fields });
}

/**
 * Whether the person may leave this number beside those that stand; one that is changed makes room for it.
 * @throws Refusal "flowBranch" with a remark that says why
 */
export function mustKeepMobileLimit(
  own: readonly Pick<LeadRow, "lead_id" | "mobile">[],
  { mobile, changedLeadId }: Pick<LeadArgs, "mobile" | "changedLeadId">,
): void {
  const others = own.filter((lead) => lead.lead_id !== changedLeadId);
  if (others.length >= MAX_MOBILES_PER_PERSON && !others.some((lead) => lead.mobile === mobile))
    throw new Refusal("flowBranch", { remark: leadMessages.tooMany });
}

/** Whether the activity may be joined without a mobile (requirement K15). */
export function mustHaveMobile({ isOffline }: LeadActivity, mobile: string | null, bindLink: string): void {
  if (isOffline && mobile === null) throw new Refusal("mobileRequired", { taskLink: bindLink });
}
