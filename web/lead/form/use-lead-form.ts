import { useRef, useState } from "react";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { Lead } from "#contract/lead/lead.ts";
import { useCity } from "../../platform/location/city.ts";
import type { LeadPreset } from "../../platform/http/challenges.ts";
import type { FormFieldList } from "../../platform/activity/refused-answers.ts";
import { currentSession } from "../../platform/session/session.ts";
import type { EditedLead } from "./edited-lead.ts";
import { storeLeadDraft, newLeadDraft, readLeadDraft, type LeadDraft } from "./lead-draft.ts";
import { emptyLeadValues, type LeadValues } from "./lead-values.ts";
import type { LeadOutcome } from "./lead-submission.ts";
import { leadFormMessages } from "./messages.ts";

/** Called when the lead is stored. @param lead the stored lead, if it was loaded */
export type OnSubmitted = (lead?: Lead) => void;
export type ChangeValues = (change: Partial<LeadValues>) => void;

const loadSubmission = () => import("./lead-submission.ts");
/** Preloads the submission script in case the network fails later; a failure is reported on submission. */
const prepareToSubmit = (): void => void loadSubmission().catch(() => {});

const openIdNow = (): string | null => currentSession.user()?.openId ?? null;

/** The stored draft, or a new one; on the server always a new one. */
function initialDraft(
  activityId: string,
  changed: EditedLead | null,
  preset: LeadPreset | undefined,
): LeadDraft {
  const stored = readLeadDraft(activityId, openIdNow());
  // A change needs its own key: the stored draft's key may belong to the existing lead.
  if (changed) return newLeadDraft(openIdNow(), stored?.values ?? changed.values);
  // Other values than the stored ones need a key of their own too.
  if (preset && stored?.values.dealerId !== preset.dealerId)
    return newLeadDraft(openIdNow(), { ...(stored?.values ?? emptyLeadValues), ...preset });
  return stored ?? newLeadDraft(openIdNow(), emptyLeadValues);
}

/** Form values, stored on every change; the current city if none was chosen for this form. */
function useValues(activityId: string, changed: EditedLead | null, preset: LeadPreset | undefined) {
  const city = useCity();
  const [draft, setDraft] = useState(() => initialDraft(activityId, changed, preset));
  const { values } = draft;
  const filled = values.cityCode === "" ? { ...values, cityCode: city.code, cityName: city.name } : values;
  const change: ChangeValues = (part) => {
    const next = { ...draft, openId: openIdNow() ?? draft.openId, values: { ...filled, ...part } };
    setDraft(next);
    storeLeadDraft(activityId, next);
  };
  return { values: filled, change, key: draft.idempotencyKey };
}

/** Errors by field; showing them focuses the first one. */
function useFaults() {
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const formRef = useRef<HTMLFormElement>(null);
  const show = (found: Readonly<Record<string, string>>): boolean => {
    setFaults(found);
    const [first] = Object.keys(found);
    if (first === undefined) return false;
    // After the next paint, so that the message appears with the focus.
    setTimeout(() => {
      const field = formRef.current?.elements.namedItem(`lead-${first.replace(".", "-")}`);
      if (field && "focus" in field) (field as HTMLElement).focus();
    });
    return true;
  };
  const clear = (names: readonly string[]) =>
    setFaults((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([name]) => !names.includes(name.split(".")[0] ?? "")),
      ),
    );
  return { formRef, faults, show, clear };
}

/** Questions of the form: those loaded with the activity, or newer ones that the server returned since. */
function useQuestions(loaded: FormFieldList) {
  const [newer, setNewer] = useState<{ of: FormFieldList; questions: FormFieldList } | null>(null);
  return {
    questions: newer?.of === loaded ? newer.questions : loaded,
    replaceQuestions: (questions: FormFieldList) => setNewer({ of: loaded, questions }),
  };
}

type LeadFormOptions = {
  activity: ActivityDetail;
  changed: EditedLead | null;
  preset: LeadPreset | undefined;
  onDone: OnSubmitted;
};

/** State of the lead form: values, errors and submission, which runs once however often it is pressed. */
export function useLeadForm({ activity, changed, preset, onDone }: LeadFormOptions) {
  const { activityId } = activity;
  const { values, change, key } = useValues(activityId, changed, preset);
  const { formRef, faults, show, clear } = useFaults();
  const [outcome, setOutcome] = useState<LeadOutcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { questions, replaceQuestions } = useQuestions(activity.form);
  /** The preselected dealer while the user has chosen none. */
  const nearest = useRef("");
  const isSubmitting = useRef(false);
  const submit = async (): Promise<void> => {
    const completed = { ...values, dealerId: values.dealerId || nearest.current };
    // A retry after a lost answer must send the same values, even if the user has moved.
    if (completed.dealerId !== values.dealerId) change({ dealerId: completed.dealerId });
    const submission = await loadSubmission().catch(() => null);
    if (submission === null) return setOutcome({ kind: "err", text: leadFormMessages.notSent, action: null });
    const failure = await submission.validateAndSubmitLead({
      activity: { ...activity, form: questions },
      values: completed,
      changed,
      key,
      show,
      onChange: replaceQuestions,
      onDone,
    });
    if (failure !== null) setOutcome(failure);
  };
  const run = async (): Promise<void> => {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setBusy(true);
    setOutcome(null);
    try {
      await submit();
    } finally {
      isSubmitting.current = false;
      setBusy(false);
    }
  };
  const changeAndClear: ChangeValues = (part) => {
    prepareToSubmit();
    clear(Object.keys(part));
    change(part);
  };
  const onNearest = (dealerId: string) => {
    nearest.current = dealerId;
  };
  return {
    formRef,
    questions,
    values,
    change: changeAndClear,
    faults,
    outcome,
    isBusy,
    onNearest,
    run: () => void run(),
  };
}
