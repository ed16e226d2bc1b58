// Code that submitting a lead needs but filling in does not: the contract's schemas and the refusal
// catalogue. Loaded on the first input (requirement Z07).
import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { Refusal, RefusalName } from "#contract/core/errors.ts";
import type { Channel } from "#contract/core/fields.ts";
import { matchingAnswers } from "#contract/signup/matching-answers.ts";
import { leadConsent } from "#contract/lead/consent.ts";
import { leadForm, type Lead, type LeadFormData } from "#contract/lead/lead.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { findAnswerError } from "#contract/signup/signup.ts";
import { currentChannel } from "../../platform/tracking/channel.ts";
import { resolveRefusedAnswers, type FormFieldList } from "../../platform/activity/refused-answers.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { currentSession } from "../../platform/session/session.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { attemptText, remarkOf } from "../../ui/feedback/eligibility.ts";
import { loadLead } from "../api.ts";
import type { EditedLead } from "./edited-lead.ts";
import { removeLeadDraft } from "./lead-draft.ts";
import { loadLeadQuestions, submitLead } from "../lazy-api.ts";
import type { LeadValues } from "./lead-values.ts";
import { leadMessages } from "../messages.ts";

/** Province code of a city code (GB/T 2260). */
const provinceOf = (cityCode: string): string => `${cityCode.slice(0, 2)}0000`;

/**
 * Arguments of the call, without answers to questions that the form does not ask; consent unchanged, for the
 * schema to validate.
 */
function toLeadForm(
  values: LeadValues,
  questions: FormFieldList,
  boundMobile: string | null,
  channel: Channel,
): Omit<LeadFormData, "consent"> & { consent: boolean } {
  return {
    name: values.name,
    mobile: values.isOtherMobile || boundMobile === null ? values.mobile : boundMobile,
    provinceCode: provinceOf(values.cityCode),
    cityCode: values.cityCode,
    ...(values.dealerId !== "" && { dealerId: values.dealerId }),
    ...(values.seriesCode !== "" && { seriesCode: values.seriesCode }),
    answers: matchingAnswers(values.answers, questions),
    consentVersion: leadConsent.version,
    consent: values.consent,
    channel,
  };
}

/** Errors by field in the order of the form: `name`, `mobile`, `answers.when`, `consent`. */
function validateLead(form: ReturnType<typeof toLeadForm>, questions: FormFieldList): Record<string, string> {
  const issues = leadForm.safeParse(form).error?.issues ?? [];
  const found = new Map<string, string>();
  for (const { path, message } of issues) {
    const name = path.join(".");
    if (!found.has(name)) found.set(name, message);
  }
  for (const question of questions) {
    const fault = findAnswerError(question, form.answers[question.key] ?? "");
    if (fault !== null) found.set(`answers.${question.key}`, fault);
  }
  const order = [
    "name",
    "mobile",
    "cityCode",
    "dealerId",
    "seriesCode",
    ...questions.map(({ key }) => `answers.${key}`),
    "consent",
  ];
  return Object.fromEntries(
    order.flatMap((name) => {
      const message = found.get(name);
      return message === undefined ? [] : [[name, message] as const];
    }),
  );
}

/** Parses a valid form. @throws if it is invalid */
const parseForm = (form: ReturnType<typeof toLeadForm>): LeadFormData => leadForm.parse(form);

/** Outcome as a sentence that stays; `action` is the suggested action. */
export type LeadOutcome = {
  readonly kind: "warn" | "err";
  readonly text: string;
  readonly action: "bind" | "why" | null;
};

/** Refusals after which it is unknown whether the lead was stored. */
const unansweredRefusals: readonly RefusalName[] = ["timeout", "offline", "unreachable"];

/** Also refusals that may follow a stored lead: its key is used, with the form's values of that time. */
const possiblyStoredRefusals: readonly RefusalName[] = [
  ...unansweredRefusals,
  "internal",
  "other",
  "conflict",
];
const isConflict = (refusal: RefusalName): boolean => refusal === "conflict";

/** Outcome of a refusal that concerns no field. */
function leadOutcome(refusal: Refusal): LeadOutcome {
  if (refusal.refusal === "mobileRequired")
    return { kind: "warn", text: leadMessages.bindNotice, action: "bind" };
  const text = unansweredRefusals.includes(refusal.refusal)
    ? leadMessages.unknownOutcome
    : attemptText(refusal);
  const action = remarkOf(refusal) === null ? null : "why";
  return { kind: refusal.refusal === "flowBranch" || action === "why" ? "warn" : "err", text, action };
}

/** Refusals after which the user cancelled or has been notified already. */
const cancellationRefusals: readonly RefusalName[] = ["captchaRequired", "unauthenticated", "sessionExpired"];

type Submission = {
  readonly activity: Pick<ActivityDetail, "activityId"> & { readonly form: FormFieldList };
  readonly values: LeadValues;
  /** The lead being changed, as loaded; null: a new one. */
  readonly changed: Pick<EditedLead, "leadId" | "updatedTime"> | null;
  /** Idempotency-Key of the form. */
  readonly key: string;
  /** Shows the errors by field. @returns whether there are any */
  readonly show: (faults: Readonly<Record<string, string>>) => boolean;
  /** Called when the activity's questions differ from the form's. */
  readonly onChange: (questions: FormFieldList) => void;
  /** @param lead the stored lead, if it was loaded */
  readonly onDone: (lead?: Lead) => void;
};

/** Whether a lead equals the submitted values; the mobile is compared by its visible digits. */
function matchesForm(
  lead: Lead,
  { name, mobile, cityCode, dealerId, seriesCode, answers }: LeadFormData,
): boolean {
  const questions = Object.keys({ ...answers, ...lead.answers });
  return (
    lead.name === name &&
    lead.mobile === maskMobile(mobile) &&
    lead.cityCode === cityCode &&
    (dealerId === undefined || lead.dealerId === dealerId) &&
    lead.seriesCode === (seriesCode ?? null) &&
    questions.every((key) => lead.answers[key] === answers[key])
  );
}

/**
 * Shows the stored lead if it tells what became of a request without an answer. Later input is kept for 修改,
 * and a note says that it was not sent.
 * @returns whether something was shown
 */
async function showStoredLead(
  { refusal }: Refusal,
  form: LeadFormData,
  submission: Submission,
): Promise<boolean> {
  if (!possiblyStoredRefusals.includes(refusal)) return false;
  const { activity, changed, onDone } = submission;
  const lead = await loadLead(send, activity.activityId).catch(() => null);
  if (lead === null) return false;
  const isKeyUsed = refusal === "conflict";
  if (!isKeyUsed && lead.updatedTime === changed?.updatedTime) return false;
  if (!isKeyUsed && matchesForm(lead, form)) removeLeadDraft(activity.activityId);
  else showToast(leadMessages.earlier);
  onDone(lead);
  return true;
}

/**
 * Shows the errors at their fields, reloading the questions if they changed (requirement L21).
 * @returns as `sendLead`; undefined without field errors
 */
async function showFieldFaults(
  { fields }: Refusal,
  submission: Submission,
): Promise<LeadOutcome | null | undefined> {
  const { activity, show, onChange } = submission;
  const load = () => loadLeadQuestions(send, activity.activityId);
  const resolved = await resolveRefusedAnswers(fields, activity.form, load);
  const { questions, change } = resolved;
  if (change === "changed") onChange(questions);
  const isAnyWrong = show(resolved.fields);
  if (change === "none") return isAnyWrong ? null : undefined;
  return change === "changed"
    ? { kind: "warn", text: leadMessages.questionsChanged, action: null }
    : { kind: "err", text: leadMessages.questionsStale, action: null };
}

/**
 * Requests login if needed, validates the form and submits the lead.
 * @returns the outcome of a refusal, unless it concerns a field or the user cancelled
 */
export async function validateAndSubmitLead(submission: Submission): Promise<LeadOutcome | null> {
  const { activity, values, changed, key, show, onDone } = submission;
  const { activityId } = activity;
  if (currentSession.user() === null && !(await raiseChallenge("login", { reason: "signUp" }))) return null;
  const form = toLeadForm(values, activity.form, currentSession.user()?.mobile ?? null, currentChannel());
  if (show(validateLead(form, activity.form))) return null;
  const validForm = parseForm(form);
  try {
    const changing = changed === null ? {} : { changedLeadId: changed.leadId };
    const options = { idempotencyKey: key, handlesRefusal: isConflict };
    await submitLead(send, activityId, { ...validForm, ...changing }, options);
    removeLeadDraft(activityId);
    onDone();
    return null;
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal === null) throw error;
    if (cancellationRefusals.includes(refusal.refusal)) return null;
    if (await showStoredLead(refusal, validForm, submission)) return null;
    const outcome = await showFieldFaults(refusal, submission);
    return outcome === undefined ? leadOutcome(refusal) : outcome;
  }
}
