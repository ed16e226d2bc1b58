import type { FormEvent } from "react";
import { Button } from "../../ui/form/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ConsentField } from "../fields/consent-field.tsx";
import { FormSections } from "../fields/form-sections.tsx";
import { faultyFields } from "./form-validation.ts";
import { ActivitySummary } from "../fields/activity-summary.tsx";
import { useSignUpForm, type SignUpFormProps } from "./use-sign-up-form.ts";
import { signUpMessages } from "../messages.ts";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as frameWideCss from "../../ui/styles/frame-wide.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as signUpCss from "./sign-up.module.css";

/** Sign-up form (mockup 04): choices, questions, contact, consent. */
export function SignUpFormView(props: SignUpFormProps) {
  const { detail, send, user, actions } = props;
  const { form, offer, choice, submit, isFull } = useSignUpForm(props);
  const { activity } = offer;
  const texts = choice.isWaiting ? signUpMessages.waitlist : signUpMessages;
  const { run, isBusy, outcome } = submit;
  const faults = faultyFields(form.formState.errors).length;
  const submitText =
    user === null ? texts.submitVisitor : faults > 0 ? signUpMessages.submitAgain : texts.submit;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    // POST keeps personal data out of the address if the script fails.
    <form className={signUpCss.form} method="post" noValidate onSubmit={onSubmit}>
      <div>
        <div className={frameWideCss.mobileOnly}>
          <ActivitySummary activity={activity} />
        </div>
        {faults > 0 && (
          <div className={signUpCss.top}>
            <Notice kind="err">{signUpMessages.faults(faults)}</Notice>
          </div>
        )}
        {isFull && (
          <div className={signUpCss.top}>
            <Notice kind="warn">{signUpMessages.waitlist.bar}</Notice>
          </div>
        )}
        <FormSections
          {...{ form, offer, send, user, actions, isFull }}
          dates={choice.dates}
          onDealer={choice.chooseDealer}
        />
      </div>
      <div className={signUpCss.right}>
        <div className={frameCss.desktopOnly}>
          <ActivitySummary activity={activity} />
        </div>
        {outcome && (
          <div className={signUpCss.top}>
            <Notice kind={outcome.kind}>
              {outcome.text}
              {outcome.action === "bind" && (
                <button
                  type="button"
                  className={`${controlsCss.link} ${controlsCss.retry}`}
                  onClick={() => void actions.bind()}
                >
                  {signUpMessages.bind}
                </button>
              )}
              {outcome.action === "why" && (
                <button
                  type="button"
                  className={`${controlsCss.link} ${controlsCss.retry}`}
                  onClick={() => void actions.explain(activity.activityId)}
                >
                  {signUpMessages.why}
                </button>
              )}
            </Notice>
          </div>
        )}
        <div className={signUpCss.consent}>
          <ConsentField control={form.control} rules={activity.rules} detail={detail} />
        </div>
        <div className={frameCss.bottomBar}>
          <div className={frameCss.inner}>
            <Button
              type="submit"
              className={layoutCss.grow}
              isBusy={isBusy}
              data-tap="press"
              suppressHydrationWarning
            >
              {isBusy ? signUpMessages.submitting : submitText}
            </Button>
          </div>
        </div>
      </div>
    </form>
  );
}
