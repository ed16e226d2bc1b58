import { useState } from "react";
import { newPassword } from "#contract/identity.ts";
import { judge } from "../identity/judge.ts";
import { registerAccount } from "./api.ts";
import camping from "./art/camping.svg";
import { PictureFrame, Title } from "./frame.tsx";
import { NewPassword } from "./new-password.tsx";
import type { PageProps } from "./page-props.ts";
import { FormEnd, SmsLines, SwitchButton } from "./sms-lines.tsx";
import { useSmsForm } from "./use-sms-form.ts";
import { words } from "./words.ts";

type RegisterProps = PageProps & { asksPassword: boolean; onLogin: () => void };

/** A new account (requirement B13, mockup 09-idp-register). */
export function RegisterPage({ asksPassword, onLogin, ...page }: RegisterProps) {
  const { uid, brand } = page;
  const [password, setPassword] = useState("");
  const form = useSmsForm({
    page,
    scene: "login",
    judgeMore: () => ({ password: asksPassword ? judge(newPassword, password).problem : null }),
    run: (given) => registerAccount({ uid, ...given, ...(asksPassword && { password }), consent: true }),
  });
  return (
    <PictureFrame {...page} picture={camping} slogan={words.register.slogan}>
      <Title className="t1" isMoved={page.isMoved}>
        {words.register.title(brand.idName)}
      </Title>
      <p className="bs c2 mt1">
        {words.register.hasAccount}
        <button type="button" className="txt md" onClick={onLogin}>
          {words.register.login}
        </button>
      </p>
      <form className="idp-fields mt6" noValidate onSubmit={form.submit}>
        <SmsLines form={form}>
          <SwitchButton uid={uid} form={form}>
            {words.register.taken}
          </SwitchButton>
        </SmsLines>
        {asksPassword && (
          <NewPassword
            label={words.register.password}
            value={password}
            error={form.problems["password"] ?? null}
            onText={setPassword}
          />
        )}
        <FormEnd
          form={form}
          consent={{ brand, isGiven: form.consent, onChange: form.setConsent }}
          submit={words.register.submit}
        />
      </form>
    </PictureFrame>
  );
}
