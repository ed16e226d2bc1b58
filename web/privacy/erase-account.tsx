import { useState } from "react";
import { erasePersonalData } from "#contract/privacy/privacy.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { send } from "../platform/http/send.ts";
import { logOut } from "../platform/login/login.ts";
import { Button } from "../ui/form/button.tsx";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { Checkbox } from "../ui/form/field.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { accountMessages } from "../app/mine/account-messages.ts";
import { SmsCodeField } from "../ui/form/sms-code-field.tsx";

const { erase } = accountMessages;
const quiet = { isSilent: true } as const;

/** Erases the person, after what goes and what stays was said and ticked; leaves them logged out. */
export function EraseAccount({ user }: { user: UserInfo }) {
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState("");
  const [isSure, setSure] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<{ code?: string; sure?: string; all?: string }>({});
  const run = async () => {
    const missing = {
      ...(user.mobile !== null && code.length !== 6 && { code: accountMessages.smsCode.missing }),
      ...(!isSure && { sure: erase.sureMissing }),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await send(erasePersonalData, { sure: true, ...(user.mobile !== null && { smsCode: code }) }, quiet);
      await logOut();
    } catch (error) {
      const refusal = asRefusal(error);
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
            <SmsCodeField
              mobile={user.mobile}
              scene="erase"
              code={code}
              error={wrong.code ?? null}
              onCode={setCode}
            />
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
