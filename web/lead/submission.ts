// What sending a lead needs and filling it in does not: the contract's schemas and the catalogue of
// refusals. Loaded when something is first filled in (requirement Z07).
import type { ActivityDetail } from "#contract/activity.ts";
import type { Refusal, RefusalName } from "#contract/errors.ts";
import type { Channel } from "#contract/fields.ts";
import { fittingAnswers } from "#contract/fitting-answers.ts";
import { leadConsent } from "#contract/lead-consent.ts";
import { leadForm, type Lead, type LeadForm } from "#contract/lead.ts";
import { maskMobile } from "#contract/mask-mobile.ts";
import { answerFault } from "#contract/signup.ts";
import { channelNow } from "../platform/channel.ts";
import { standingOf, type Questions } from "../platform/questions-now.ts";
import { raise, toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { session } from "../platform/login/session.ts";
import { refusalOf } from "../ui/failure.ts";
import { attemptText, remarkOf } from "../ui/standing.ts";
import { loadLead } from "./api.ts";
import type { ChangedLead } from "./changed-lead.ts";
import { dropDraft } from "./draft.ts";
import { loadQuestions, submitLead } from "./later-api.ts";
import type { LeadValues } from "./lead-values.ts";
import { laterWords as words } from "./later-words.ts";

/** The province of a city by its code (GB/T 2260). */
const provinceOf = (cityCode: string): string => `${cityCode.slice(0, 2)}0000`;

/**
 * The values as the call takes them, without answers to what the form does not ask; consent as it stands, for the
 * schema to judge.
 */
function toForm(
  values: LeadValues,
  questions: Questions,
  boundMobile: string | null,
  channel: Channel,
): Omit<LeadForm, "consent"> & { consent: boolean } {
  return {
    name: values.name,
    mobile: values.isOtherMobile || boundMobile === null ? values.mobile : boundMobile,
    provinceCode: provinceOf(values.cityCode),
    cityCode: values.cityCode,
    ...(values.dealerId !== "" && { dealerId: values.dealerId }),
    ...(values.seriesCode !== "" && { seriesCode: values.seriesCode }),
    answers: fittingAnswers(values.answers, questions),
    consentVersion: leadConsent.version,
    consent: values.consent,
    channel,
  };
}

/** What is wrong, by field in the order of the form: `name`, `mobile`, `answers.when`, `consent`. */
function faultsOf(form: ReturnType<typeof toForm>, questions: Questions): Record<string, string> {
  const issues = leadForm.safeParse(form).error?.issues ?? [];
  const found = new Map<string, string>();
  for (const { path, message } of issues) {
    const name = path.join(".");
    if (!found.has(name)) found.set(name, message);
  }
  for (const question of questions) {
    const fault = answerFault(question, form.answers[question.key] ?? "");
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
const parsedForm = (form: ReturnType<typeof toForm>): LeadForm => leadForm.parse(form);

/** What came of it, in a sentence that stays; `way` is what helps. */
export type Outcome = {
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
function outcomeOf(refusal: Refusal): Outcome {
  if (refusal.refusal === "mobileRequired") return { kind: "warn", text: words.bindNotice, way: "bind" };
  const text = unanswered.includes(refusal.refusal) ? words.unknownOutcome : attemptText(refusal);
  const way = remarkOf(refusal) === null ? null : "why";
  return { kind: refusal.refusal === "flowBranch" || way === "why" ? "warn" : "err", text, way };
}

/** The person stopped it themselves, or has been told already. */
const givenUp: readonly RefusalName[] = ["captchaRequired", "unauthenticated", "sessionExpired"];

type Sending = {
  readonly activity: Pick<ActivityDetail, "activityId"> & { readonly form: Questions };
  readonly values: LeadValues;
  /** The lead that is changed, as it stood; null: a new one. */
  readonly changed: Pick<ChangedLead, "leadId" | "updatedTime"> | null;
  /** The Idempotency-Key of the form. */
  readonly key: string;
  /** Shows what is wrong by field. @returns whether anything is */
  readonly show: (faults: Readonly<Record<string, string>>) => boolean;
  /** The activity asks something else than the form does. */
  readonly onChange: (questions: Questions) => void;
  /** @param lead as it stands, where that was asked */
  readonly onDone: (lead?: Lead) => void;
};

/** Whether a lead holds what was sent; of the mobile, as much as is shown of it. */
function isOf(lead: Lead, { name, mobile, cityCode, dealerId, seriesCode, answers }: LeadForm): boolean {
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
async function isShownAfterAll({ refusal }: Refusal, form: LeadForm, sending: Sending): Promise<boolean> {
  if (!doubtful.includes(refusal)) return false;
  const { activity, changed, onDone } = sending;
  const lead = await loadLead(send, activity.activityId).catch(() => null);
  if (lead === null) return false;
  const isTaken = refusal === "conflict";
  if (!isTaken && lead.updatedTime === changed?.updatedTime) return false;
  if (!isTaken && isOf(lead, form)) dropDraft(activity.activityId);
  else toast(words.earlier);
  onDone(lead);
  return true;
}

/** Shows what is wrong at its fields, of which there may be others by now (requirement L21). @returns as `sendLead`; undefined where nothing is */
async function toldOf({ fields }: Refusal, sending: Sending): Promise<Outcome | null | undefined> {
  const { activity, show, onChange } = sending;
  const load = () => loadQuestions(send, activity.activityId);
  const standing = await standingOf(fields, activity.form, load);
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
export async function sendLead(sending: Sending): Promise<Outcome | null> {
  const { activity, values, changed, key, show, onDone } = sending;
  const { activityId } = activity;
  if (session.user() === null && !(await raise("login", { reason: "signUp" }))) return null;
  const form = toForm(values, activity.form, session.user()?.mobile ?? null, channelNow());
  if (show(faultsOf(form, activity.form))) return null;
  const whole = parsedForm(form);
  try {
    const changing = changed === null ? {} : { changedLeadId: changed.leadId };
    const options = { idempotencyKey: key, isToldHere: isConflict };
    await submitLead(send, activityId, { ...whole, ...changing }, options);
    dropDraft(activityId);
    onDone();
    return null;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    if (givenUp.includes(refusal.refusal)) return null;
    if (await isShownAfterAll(refusal, whole, sending)) return null;
    const told = await toldOf(refusal, sending);
    return told === undefined ? outcomeOf(refusal) : told;
  }
}
