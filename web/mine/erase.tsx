import { useEffect, useState } from "react";
import { maskMobile } from "#contract/mask-mobile.ts";
import { sendSms } from "#contract/identity.ts";
import { erasePersonalData } from "#contract/rights.ts";
import type { UserInfo } from "#contract/session.ts";
import { raise } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { logOut } from "../platform/login/login.ts";
import { Button } from "../ui/button.tsx";
import { refusalOf } from "../ui/failure.ts";
import { Checkbox, Field } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { words } from "./account-words.ts";

const { erase } = words;
const quiet = { isSilent: true } as const;

/** Seconds until another code may be asked for. @param until ms of this page's clock */
function useSecondsUntil(until: number): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.ceil((until - performance.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

type CodeProps = { mobile: string; code: string; error: string | null; onCode: (code: string) => void };

/** The SMS code that proves who it is. */
function Code({ mobile, code, error, onCode }: CodeProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [resendAt, setResendAt] = useState(0);
  const seconds = useSecondsUntil(resendAt);
  const ask = async () => {
    setProblem(null);
    setSending(true);
    try {
      const captchaVerifyId = await raise("captcha", { action: "sms", mobile });
      if (captchaVerifyId === null) return;
      const { resendIn } = await send(sendSms, { mobile, scene: "erase", captchaVerifyId }, quiet);
      setResendAt(performance.now() + resendIn * 1_000);
    } catch (caught) {
      setProblem(refusalOf(caught)?.message ?? erase.failed);
    } finally {
      setSending(false);
    }
  };
  return (
    <Field
      label={erase.code}
      isRequired
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      value={code}
      onChange={({ target }) => onCode(target.value.replace(/\D/g, ""))}
      error={problem ?? error}
      hint={erase.codeTo(maskMobile(mobile))}
      after={
        <button type="button" className="act" disabled={isSending || seconds > 0} onClick={() => void ask()}>
          {seconds > 0 ? erase.again(seconds) : erase.getCode}
        </button>
      }
    />
  );
}

/** Erases the person, after what goes and what stays was said and ticked; leaves them logged out. */
export function Erase({ user }: { user: UserInfo }) {
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState("");
  const [isSure, setSure] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<{ code?: string; sure?: string; all?: string }>({});
  const run = async () => {
    const missing = {
      ...(user.mobile !== null && code.length !== 6 && { code: erase.codeMissing }),
      ...(!isSure && { sure: erase.sureMissing }),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await send(erasePersonalData, { sure: true, ...(user.mobile !== null && { smsCode: code }) }, quiet);
      await logOut();
    } catch (error) {
      const refusal = refusalOf(error);
      const isCode = refusal?.refusal === "smsCodeWrong" || refusal?.refusal === "smsCodeLocked";
      setWrong({ [isCode ? "code" : "all"]: refusal?.message ?? erase.failed });
      setBusy(false);
    }
  };
  return (
    <section className="blk ac-part">
      <h2>{erase.title}</h2>
      <ul className="ac-points bs c2">
        {erase.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {!isOpen && (
        <Button look="outline" isWide onClick={() => setOpen(true)}>
          {erase.start}
        </Button>
      )}
      {isOpen && (
        <>
          {user.mobile === null ? (
            <Notice>{erase.fresh}</Notice>
          ) : (
            <Code mobile={user.mobile} code={code} error={wrong.code ?? null} onCode={setCode} />
          )}
          <Checkbox checked={isSure} error={wrong.sure} onChange={({ target }) => setSure(target.checked)}>
            {erase.sure}
          </Checkbox>
          {wrong.all !== undefined && <Notice kind="err">{wrong.all}</Notice>}
          <div className="row g3">
            <Button look="outline" className="f1" disabled={isBusy} onClick={() => setOpen(false)}>
              {erase.keep}
            </Button>
            <Button className="f1" isBusy={isBusy} onClick={() => void run()}>
              {isBusy ? erase.busy : erase.button}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
