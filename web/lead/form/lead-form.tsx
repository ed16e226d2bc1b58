import { lazy, Suspense, useState, type MouseEvent } from "react";
import type { ActivityDetail, Series } from "#contract/activity/activity.ts";
import { leadConsent } from "#contract/lead/consent.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { raiseChallenge, type LeadPreset } from "../../platform/http/challenges.ts";
import { Button } from "../../ui/form/button.tsx";
import { Checkbox } from "../../ui/form/field.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import {
  LeadCityField,
  LeadMobileField,
  LeadNameField,
  LeadQuestionField,
  LeadSeriesField,
  type FieldsProps,
} from "./lead-fields.tsx";
import type { EditedLead } from "./edited-lead.ts";
import { LazyDealerField } from "./lazy-dealer-field.tsx";
import { useLeadForm, type OnSubmitted } from "./use-lead-form.ts";
import { leadFormMessages } from "./messages.ts";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as leadCss from "./lead.module.css";

const ConsentSheet = lazy(() => import("./lead-consent-sheet.tsx"));

/** Form id by which the page's bar submits it. */
export const FORM_ID = "lead-form";

/** Consent checkbox, never ticked by default; the document opens over the form (requirement M18). */
function ConsentField({ values, change, faults }: FieldsProps) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const open = (event: MouseEvent) => {
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Checkbox
        id="lead-consent"
        checked={values.consent}
        onChange={(event) => change({ consent: event.target.checked })}
        error={faults["consent"]}
      >
        {leadConsent.before}
        <a href="#lead-consent" className={leadCss.link} onClick={open}>
          {leadConsent.title}
        </a>
        {leadConsent.after}
      </Checkbox>
      {isOpen !== null && (
        <Suspense>
          <ConsentSheet isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

type LeadFormProps = {
  activity: ActivityDetail;
  series: readonly Series[];
  user: UserInfo | null;
  /** Preview: nothing is sent. */
  isPreview: boolean;
  /** On a phone the page's bar has the submit button. */
  hasBar: boolean;
  preset: LeadPreset | undefined;
  /** null: a new lead. */
  changed: EditedLead | null;
  onBind: () => void;
  /** Leaves the lead unchanged. */
  onCancel: () => void;
  onDone: OnSubmitted;
};

/** Lead form. */
export function LeadFormView(props: LeadFormProps) {
  const { activity, series, user, isPreview, hasBar, preset, changed, onBind, onCancel, onDone } = props;
  const { formRef, questions, values, change, faults, outcome, isBusy, onNearest, run } = useLeadForm({
    activity,
    changed,
    preset,
    onDone,
  });
  const fields = { values, change, faults };
  const count = Object.keys(faults).length;
  const submitText =
    user === null
      ? leadFormMessages.submitVisitor
      : count > 0
        ? leadFormMessages.submitAgain
        : leadFormMessages.submit;
  return (
    // POST, so that without JavaScript no form values appear in a URL.
    <form
      ref={formRef}
      id={FORM_ID}
      className={leadCss.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPreview) run();
      }}
    >
      {count > 0 && <Notice kind="err">{leadFormMessages.faults(count)}</Notice>}
      {outcome && (
        <Notice kind={outcome.kind}>
          {outcome.text}
          {outcome.action === "bind" && (
            <button type="button" className={`${controlsCss.link} ${controlsCss.retry}`} onClick={onBind}>
              {leadFormMessages.bind}
            </button>
          )}
          {outcome.action === "why" && (
            <button
              type="button"
              className={`${controlsCss.link} ${controlsCss.retry}`}
              onClick={() => void raiseChallenge("eligibility", { activityId: activity.activityId })}
            >
              {leadFormMessages.whyNot}
            </button>
          )}
        </Notice>
      )}
      <LeadNameField {...fields} />
      <LeadMobileField {...fields} bound={user?.mobile ?? null} hint={changed?.mobileHint} />
      <LeadCityField {...fields} />
      {activity.pageType === "localOfflineLead" && (
        <LazyDealerField {...{ ...fields, activity, onNearest }} />
      )}
      <LeadSeriesField {...fields} activity={activity} series={series} />
      {questions.map((question) => (
        <LeadQuestionField key={question.key} {...fields} question={question} />
      ))}
      <ConsentField {...fields} />
      <Button
        type="submit"
        {...(hasBar && { className: frameCss.desktopOnly })}
        isWide
        isBusy={isBusy}
        disabled={isPreview}
        data-tap="press"
        suppressHydrationWarning
      >
        {isBusy ? leadFormMessages.submitting : submitText}
      </Button>
      {changed && (
        <Button look="quiet" isWide disabled={isBusy} onClick={onCancel}>
          {leadFormMessages.cancelChange}
        </Button>
      )}
    </form>
  );
}
