// What sending a lead needs and filling it in does not: the contract's schemas and the catalogue of
// refusals. Loaded when something is first filled in (requirement Z07).
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

/** The province of a city by its code (GB/T 2260). */
const provinceOf = (cityCode: string): string => `${cityCode.slice(0, 2)}0000`;

/**
 * The values as the call takes them, without answers to what the form does not ask; consent as it stands, for the
 * schema to judge.
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

/** What is wrong, by field in the order of the form: `name`, `mobile`, `answers.when`, `consent`. */
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

/** What the call takes, once nothing is wrong. @throws where something is after all */
const parsedForm = (form: ReturnType<typeof toLeadForm>): LeadFormData => leadForm.parse(form);

/** What came of it, in a sentence that stays; `way` is what helps. */
export type LeadOutcome = {
  readonly kind: "warn" | "err";
  readonly text: string;
  readonly way: "bind" | "why" | null;
};

/** No answer, or none that tells whether the lead is in. */
const unanswered: readonly RefusalName[] = ["timeout", "offline", "unreachable"];

/** The same, and what may come of a lead that is in: its key is taken, by what the form held then. */
const doubtful: readonly RefusalName[] = [...unanswered, "internal", "other", "conflict"];
const isConflict = (refusal: RefusalName): boolean => refusal === "conflict";

/** How a refusal is told that no field is to blame for. */
function leadOutcome(refusal: Refusal): LeadOutcome {
  if (refusal.refusal === "mobileRequired") return { kind: "warn", text: words.bindNotice, way: "bind" };
  const text = unanswered.includes(refusal.refusal) ? words.unknownOutcome : attemptText(refusal);
  const way = remarkOf(refusal) === null ? null : "why";
  return { kind: refusal.refusal === "flowBranch" || way === "why" ? "warn" : "err", text, way };
}

/** The person stopped it themselves, or has been told already. */
const givenUp: readonly RefusalName[] = ["captchaRequired", "unauthenticated", "sessionExpired"];

type Sending = {
  readonly activity: Pick<ActivityDetail, "activityId"> & { readonly form: FormFieldList };
  readonly values: LeadValues;
  /** The lead that is changed, as it stood; null: a new one. */
  readonly changed: Pick<EditedLead, "leadId" | "updatedTime"> | null;
  /** The Idempotency-Key of the form. */
  readonly key: string;
  /** Shows what is wrong by field. @returns whether anything is */
  readonly show: (faults: Readonly<Record<string, string>>) => boolean;
  /** The activity asks something else than the form does. */
  readonly onChange: (questions: FormFieldList) => void;
  /** @param lead as it stands, where that was asked */
  readonly onDone: (lead?: Lead) => void;
};

/** Whether a lead holds what was sent; of the mobile, as much as is shown of it. */
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
 * Shows what stands where that tells what became of a lead without an answer. What was filled in since is kept for
 * 修改 then, and said to be left. @returns whether something was to be shown
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

/** Shows what is wrong at its fields, of which there may be others by now (requirement L21). @returns as `sendLead`; undefined where nothing is */
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
 * Has the person log in where they have not, judges the form, and leaves the lead.
 * @returns how it was refused, where neither a field nor the person themselves stopped it
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
