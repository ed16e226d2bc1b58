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
import { leadMessages as words } from "../messages.ts";

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
const parsedForm = (form: ReturnType<typeof toLeadForm>): LeadFormData => leadForm.parse(form);

/** Outcome as a sentence that stays; `way` is the suggested action. */
export type LeadOutcome = {
  readonly kind: "warn" | "err";
  readonly text: string;
  readonly way: "bind" | "why" | null;
};

/** Refusals after which it is unknown whether the lead was stored. */
const unanswered: readonly RefusalName[] = ["timeout", "offline", "unreachable"];

/** Also refusals that may follow a stored lead: its key is used, with the form's values of that time. */
const doubtful: readonly RefusalName[] = [...unanswered, "internal", "other", "conflict"];
const isConflict = (refusal: RefusalName): boolean => refusal === "conflict";

/** Outcome of a refusal that concerns no field. */
function leadOutcome(refusal: Refusal): LeadOutcome {
  if (refusal.refusal === "mobileRequired") return { kind: "warn", text: words.bindNotice, way: "bind" };
  const text = unanswered.includes(refusal.refusal) ? words.unknownOutcome : attemptText(refusal);
  const way = remarkOf(refusal) === null ? null : "why";
  return { kind: refusal.refusal === "flowBranch" || way === "why" ? "warn" : "err", text, way };
}

/** Refusals after which the user cancelled or has been notified already. */
const givenUp: readonly RefusalName[] = ["captchaRequired", "unauthenticated", "sessionExpired"];

type Sending = {
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
async function showStoredLead({ refusal }: Refusal, form: LeadFormData, sending: Sending): Promise<boolean> {
  if (!doubtful.includes(refusal)) return false;
  const { activity, changed, onDone } = sending;
  const lead = await loadLead(send, activity.activityId).catch(() => null);
  if (lead === null) return false;
  const isTaken = refusal === "conflict";
  if (!isTaken && lead.updatedTime === changed?.updatedTime) return false;
  if (!isTaken && matchesForm(lead, form)) removeLeadDraft(activity.activityId);
  else showToast(words.earlier);
  onDone(lead);
  return true;
}

/**
 * Shows the errors at their fields, reloading the questions if they changed (requirement L21).
 * @returns as `sendLead`; undefined without field errors
 */
async function showFieldFaults(
  { fields }: Refusal,
  sending: Sending,
): Promise<LeadOutcome | null | undefined> {
  const { activity, show, onChange } = sending;
  const load = () => loadLeadQuestions(send, activity.activityId);
  const standing = await resolveRefusedAnswers(fields, activity.form, load);
  const { questions, change } = standing;
  if (change === "changed") onChange(questions);
  const isAnyWrong = show(standing.fields);
  if (change === "none") return isAnyWrong ? null : undefined;
  return change === "changed"
    ? { kind: "warn", text: words.questionsChanged, way: null }
    : { kind: "err", text: words.questionsStale, way: null };
}

/**
 * Requests login if needed, validates the form and submits the lead.
 * @returns the outcome of a refusal, unless it concerns a field or the user cancelled
 */
export async function validateAndSubmitLead(sending: Sending): Promise<LeadOutcome | null> {
  const { activity, values, changed, key, show, onDone } = sending;
  const { activityId } = activity;
  if (currentSession.user() === null && !(await raiseChallenge("login", { reason: "signUp" }))) return null;
  const form = toLeadForm(values, activity.form, currentSession.user()?.mobile ?? null, currentChannel());
  if (show(validateLead(form, activity.form))) return null;
  const whole = parsedForm(form);
  try {
    const changing = changed === null ? {} : { changedLeadId: changed.leadId };
    const options = { idempotencyKey: key, handlesRefusal: isConflict };
    await submitLead(send, activityId, { ...whole, ...changing }, options);
    removeLeadDraft(activityId);
    onDone();
    return null;
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal === null) throw error;
    if (givenUp.includes(refusal.refusal)) return null;
    if (await showStoredLead(refusal, whole, sending)) return null;
    const told = await showFieldFaults(refusal, sending);
    return told === undefined ? leadOutcome(refusal) : told;
  }
}
