import { useState } from "react";
import { mobile as mobileSchema, smsCode as smsCodeSchema } from "#contract/core/fields.ts";
import type { SmsScene } from "#contract/identity/identity.ts";
import { validateField } from "../../identity/validate-field.ts";
import { useSmsCode, type SmsCodeSending } from "../../identity/use-sms-code.ts";
import { identityMessages } from "../../identity/messages.ts";
import type { PageProps } from "../page-props.ts";
import { onlyProblems, usePassForm, type PassForm } from "./use-pass-form.ts";

type SmsFormValues = { readonly mobile: string; readonly smsCode: string };
export type SmsForm = PassForm &
  SmsFormValues & {
    setMobile(text: string): void;
    setSmsCode(text: string): void;
    readonly consent: boolean;
    setConsent(isGiven: boolean): void;
    readonly sending: SmsCodeSending;
    /** Requests a code; without consent, shows that it is required first. */
    requestCode(): void;
  };

type SmsFormParts = {
  readonly page: Pick<PageProps, "mobile" | "onMobile" | "onLeave">;
  readonly scene: SmsScene;
  /** An existing account has already consented. */
  readonly hasConsent?: boolean;
  /** Errors of further fields. */
  readonly validateMore?: () => Readonly<Record<string, string | null>>;
  readonly run: (values: SmsFormValues) => Promise<{ redirectTo: string }>;
};

/** Mobile, SMS code and consent, shared by login, registration, binding and password reset. */
export function useSmsForm(parts: SmsFormParts): SmsForm {
  const { page, scene, hasConsent = false, validateMore = () => ({}), run } = parts;
  const { mobile, onMobile } = page;
  const [smsCode, setSmsCode] = useState("");
  const [consent, setConsent] = useState(hasConsent);
  const sending = useSmsCode(scene, mobile);
  const missing = { consent: consent ? null : identityMessages.consentMissing };
  const validateAll = () =>
    onlyProblems({
      mobile: validateField(mobileSchema, mobile).problem,
      smsCode: validateField(smsCodeSchema, smsCode).problem,
      ...validateMore(),
      ...missing,
    });
  const form = usePassForm(validateAll, () => run({ mobile, smsCode }), page.onLeave);
  const requestCode = async (): Promise<void> =>
    form.setProblems(onlyProblems(consent ? { mobile: await sending.requestCode(mobile) } : missing));
  return {
    ...form,
    mobile,
    setMobile: onMobile,
    smsCode,
    setSmsCode,
    consent,
    setConsent,
    sending,
    requestCode: () => void requestCode(),
  };
}
