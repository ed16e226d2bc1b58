import type { FormEvent } from "react";
import { useSoftKeyboard } from "../platform/soft-keyboard.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { ConsentField } from "./consent-field.tsx";
import { FormBlocks } from "./form-blocks.tsx";
import { namesOf } from "./form-rules.ts";
import { Summary } from "./summary.tsx";
import { useSignUpForm, type SignUpFormProps } from "./use-sign-up-form.ts";
import { words } from "./words.ts";

/** The sign-up form (mockup 04): choices, questions, contact, consent. */
export function SignUpForm(props: SignUpFormProps) {
  const { detail, send, user, actions } = props;
  const { form, offer, choice, submit, isFull } = useSignUpForm(props);
  const { activity } = offer;
  const own = choice.isWaiting ? words.waitlist : words;
  const { run, isBusy, outcome } = submit;
  useSoftKeyboard();
  const faults = namesOf(form.formState.errors).length;
  const submitText = user === null ? own.submitVisitor : faults > 0 ? words.submitAgain : own.submit;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    // By POST, so that without the script nothing that was filled in gets into an address.
    <form className="su" method="post" noValidate onSubmit={onSubmit}>
      <div className="lf">
        <div className="only-m">
          <Summary activity={activity} />
        </div>
        {faults > 0 && (
          <div className="top">
            <Notice kind="err">{words.faults(faults)}</Notice>
          </div>
        )}
        {isFull && (
          <div className="top">
            <Notice kind="warn">{words.waitlist.bar}</Notice>
          </div>
        )}
        <FormBlocks
          {...{ form, offer, send, user, actions, isFull }}
          dates={choice.dates}
          onDealer={choice.chooseDealer}
        />
      </div>
      <div className="rt">
        <div className="only-d">
          <Summary activity={activity} />
        </div>
        {outcome && (
          <div className="top">
            <Notice kind={outcome.kind}>
              {outcome.text}
              {outcome.way === "bind" && (
                <button type="button" className="lk again" onClick={() => void actions.bind()}>
                  {words.bind}
                </button>
              )}
              {outcome.way === "why" && (
                <button
                  type="button"
                  className="lk again"
                  onClick={() => void actions.explain(activity.activityId)}
                >
                  {words.why}
                </button>
              )}
            </Notice>
          </div>
        )}
        <div className="agree">
          <ConsentField control={form.control} rules={activity.rules} detail={detail} />
        </div>
        <div className="bar">
          <div className="in">
            <Button type="submit" className="f1" isBusy={isBusy} data-tap="press" suppressHydrationWarning>
              {isBusy ? words.submitting : submitText}
            </Button>
          </div>
        </div>
      </div>
    </form>
  );
}
