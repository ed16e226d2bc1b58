import { useState } from "react";
import { erasePersonalData } from "#contract/privacy/privacy.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { send } from "../platform/http/send.ts";
import { logOut, preloadLogOut } from "../platform/login/login.ts";
import { Button } from "../ui/form/button.tsx";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { Checkbox } from "../ui/form/field.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { SmsCodeField } from "../ui/form/sms-code-field.tsx";
import { smsCodeMessages } from "../ui/form/sms-code-messages.ts";
import { privacyMessages } from "./messages.ts";
import * as partCss from "../ui/form/account-part.module.css";
import * as fieldCss from "../ui/form/field.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

const { erase } = privacyMessages;
const quiet = { isSilent: true } as const;

/** Erases the account after the person has confirmed the consequences; logs them out. */
export function EraseAccount({ user }: { user: UserInfo }) {
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState("");
  const [isSure, setSure] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<{ code?: string; sure?: string; all?: string }>({});
  const run = async () => {
    const missing = {
      ...(user.mobile !== null && code.length !== 6 && { code: smsCodeMessages.missing }),
      ...(!isSure && { sure: erase.sureMissing }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await preloadLogOut();
      await send(erasePersonalData, { sure: true, ...(user.mobile !== null && { smsCode: code }) }, quiet);
      await logOut();
    } catch (error) {
      const refusal = asRefusal(error);
      const isCode = refusal?.refusal === "smsCodeWrong" || refusal?.refusal === "smsCodeLocked";
      setErrors({ [isCode ? "code" : "all"]: refusal?.message ?? erase.failed });
      setBusy(false);
    }
  };
  return (
    <section className={`${fieldCss.block} ${partCss.part}`}>
      <h2>{erase.title}</h2>
      <ul className={`${partCss.points} ${textCss.small} ${textCss.secondary}`}>
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
              error={errors.code ?? null}
              onCode={setCode}
            />
          )}
          <Checkbox checked={isSure} error={errors.sure} onChange={({ target }) => setSure(target.checked)}>
            {erase.sure}
          </Checkbox>
          {errors.all !== undefined && <Notice kind="err">{errors.all}</Notice>}
          <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
            <Button
              look="outline"
              className={layoutCss.grow}
              disabled={isBusy}
              onClick={() => setOpen(false)}
            >
              {erase.keep}
            </Button>
            <Button className={layoutCss.grow} isBusy={isBusy} onClick={() => void run()}>
              {isBusy ? erase.busy : erase.button}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
