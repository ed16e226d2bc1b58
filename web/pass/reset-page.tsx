import { useState } from "react";
import { newPassword } from "#contract/identity.ts";
import { judge } from "../identity/judge.ts";
import { Notice } from "../ui/notice.tsx";
import { setNewPassword } from "./api.ts";
import { PlainFrame, Title } from "./frame.tsx";
import { NewPassword } from "./new-password.tsx";
import type { PageProps } from "./page-props.ts";
import { FormEnd, SmsLines } from "./sms-lines.tsx";
import { useSmsForm } from "./use-sms-form.ts";
import { words } from "./words.ts";

/** A new password for whoever forgot theirs, or never had one. */
export function ResetPage({ onRegister, ...page }: PageProps & { onRegister: () => void }) {
  const { uid } = page;
  const [password, setPassword] = useState("");
  const form = useSmsForm({
    page,
    scene: "reset",
    hasConsent: true,
    judgeMore: () => ({ password: judge(newPassword, password).problem }),
    run: (given) => setNewPassword({ uid, ...given, password }),
  });
  return (
    <PlainFrame {...page}>
      <Title className="bind-title" isMoved={page.isMoved}>
        {words.reset.title}
      </Title>
      <p className="c2 mt1">{words.reset.text}</p>
      <form className="idp-fields mt6" noValidate onSubmit={form.submit}>
        <SmsLines form={form}>
          {form.refusal?.refusal === "accountUnknown" && (
            <button type="button" className="txt" onClick={onRegister}>
              {words.login.register}
            </button>
          )}
        </SmsLines>
        <NewPassword
          label={words.reset.password}
          value={password}
          error={form.problems["password"] ?? null}
          onText={setPassword}
        />
        <FormEnd form={form} submit={words.reset.submit} />
        <Notice>{words.reset.note}</Notice>
      </form>
    </PlainFrame>
  );
}
