import { useState } from "react";
import { newPassword } from "#contract/identity/identity.ts";
import { validateField } from "../../identity/validate-field.ts";
import { registerAccount } from "../api.ts";
import camping from "../art/camping.svg";
import { PictureFrame, PageTitle } from "../page-frame.tsx";
import { NewPassword } from "../form/new-password.tsx";
import type { PageProps } from "../page-props.ts";
import { FormFooter, SmsFields, SwitchAccountButton } from "../form/sms-fields.tsx";
import { useSmsForm } from "../form/use-sms-form.ts";
import { passMessages } from "../messages.ts";

type RegisterProps = PageProps & { asksPassword: boolean; onLogin: () => void };

/** A new account (requirement B13, mockup 09-idp-register). */
export function RegisterPage({ asksPassword, onLogin, ...page }: RegisterProps) {
  const { uid, brand } = page;
  const [password, setPassword] = useState("");
  const form = useSmsForm({
    page,
    scene: "login",
    judgeMore: () => ({ password: asksPassword ? validateField(newPassword, password).problem : null }),
    run: (given) => registerAccount({ uid, ...given, ...(asksPassword && { password }), consent: true }),
  });
  return (
    <PictureFrame {...page} picture={camping} slogan={passMessages.register.slogan}>
      <PageTitle className="t1" isMoved={page.isMoved}>
        {passMessages.register.title(brand.idName)}
      </PageTitle>
      <p className="bs c2 mt1">
        {passMessages.register.hasAccount}
        <button type="button" className="txt md" onClick={onLogin}>
          {passMessages.register.login}
        </button>
      </p>
      <form className="idp-fields mt6" noValidate onSubmit={form.submit}>
        <SmsFields form={form}>
          <SwitchAccountButton uid={uid} form={form}>
            {passMessages.register.taken}
          </SwitchAccountButton>
        </SmsFields>
        {asksPassword && (
          <NewPassword
            label={passMessages.register.password}
            value={password}
            error={form.problems["password"] ?? null}
            onText={setPassword}
          />
        )}
        <FormFooter
          form={form}
          consent={{ brand, isGiven: form.consent, onChange: form.setConsent }}
          submit={passMessages.register.submit}
        />
      </form>
    </PictureFrame>
  );
}
