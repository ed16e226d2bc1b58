import { useEffect, useRef, useState, type FormEvent } from "react";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { mobile as mobileSchema, smsCode as smsCodeSchema } from "#contract/core/fields.ts";
import { logInWithSmsCode } from "../platform/login-methods/sms.ts";
import { Button } from "../ui/form/button.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { MobileInput, SmsCodeInput } from "./fields.tsx";
import { validateField } from "./validate-field.ts";
import { useSmsCode } from "./use-sms-code.ts";
import { identityMessages } from "./messages.ts";
import * as identityCss from "./identity.module.css";
import * as textCss from "../ui/styles/text.module.css";

type Problems = { mobile: string | null; smsCode: string | null; form: string | null };
const noProblems: Problems = { mobile: null, smsCode: null, form: null };
const codeRefusals: readonly RefusalName[] = ["smsCodeWrong", "smsCodeLocked"];

/** Maps a refusal to the field it concerns, otherwise to the form. */
function smsLoginProblems(error: unknown): Problems {
  if (!(error instanceof Refusal)) return { ...noProblems, form: identityMessages.failed };
  const { mobile = null, smsCode = null } = error.fields;
  if (mobile !== null || smsCode !== null) return { mobile, smsCode, form: null };
  return codeRefusals.includes(error.refusal)
    ? { ...noProblems, smsCode: error.message }
    : { ...noProblems, form: error.message };
}

type SmsLoginProps = {
  /** Returns whether consent is given; otherwise shows that it is required. */
  hasConsent: () => boolean;
  onDone: () => void;
};

/** Login by SMS without leaving the page (requirement F20). */
export function SmsLogin({ hasConsent, onDone }: SmsLoginProps) {
  const [mobile, setMobile] = useState("");
  const [smsCode, setSmsCode] = useState("");
  const [problems, setProblems] = useState(noProblems);
  const [isBusy, setBusy] = useState(false);
  const sending = useSmsCode("login", mobile);
  const first = useRef<HTMLInputElement>(null);
  // Takes the focus because it replaces the pressed button.
  useEffect(() => first.current?.focus(), []);
  const requestCode = async () => {
    if (!hasConsent()) return;
    setProblems({ ...noProblems, mobile: await sending.requestCode(mobile) });
  };
  const logIn = async (event: FormEvent) => {
    event.preventDefault();
    const validated = {
      mobile: validateField(mobileSchema, mobile),
      smsCode: validateField(smsCodeSchema, smsCode),
    };
    setProblems({ mobile: validated.mobile.problem, smsCode: validated.smsCode.problem, form: null });
    if (validated.mobile.value === null || validated.smsCode.value === null || !hasConsent() || isBusy)
      return;
    setBusy(true);
    try {
      await logInWithSmsCode(validated.mobile.value, validated.smsCode.value);
      onDone();
    } catch (error) {
      setProblems(smsLoginProblems(error));
      setBusy(false);
    }
  };
  return (
    <form className={identityCss.fields} noValidate onSubmit={(event) => void logIn(event)}>
      <MobileInput value={mobile} error={problems.mobile} onText={setMobile} inputRef={first} />
      <SmsCodeInput
        value={smsCode}
        error={problems.smsCode}
        onText={setSmsCode}
        sending={sending}
        onRequest={() => void requestCode()}
      />
      {problems.form !== null && <Notice kind="err">{problems.form}</Notice>}
      <Button type="submit" isWide isBusy={isBusy}>
        {identityMessages.logIn}
      </Button>
      <p className={`${textCss.caption} ${textCss.tertiary}`}>{identityMessages.autoAccount}</p>
    </form>
  );
}
