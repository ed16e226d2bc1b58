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
import * as identityCss from "../../identity/identity.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as passCss from "../pass.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type RegisterProps = PageProps & { asksPassword: boolean; onLogin: () => void };

/** Registration of a new account (requirement B13). */
export function RegisterPage({ asksPassword, onLogin, ...page }: RegisterProps) {
  const { uid, brand } = page;
  const [password, setPassword] = useState("");
  const form = useSmsForm({
    page,
    scene: "login",
    validateMore: () => ({ password: asksPassword ? validateField(newPassword, password).problem : null }),
    run: (values) => registerAccount({ uid, ...values, ...(asksPassword && { password }), consent: true }),
  });
  return (
    <PictureFrame {...page} picture={camping} slogan={passMessages.register.slogan}>
      <PageTitle className={textCss.title1} isNavigated={page.isNavigated}>
        {passMessages.register.title(brand.idName)}
      </PageTitle>
      <p className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop1}`}>
        {passMessages.register.hasAccount}
        <button type="button" className={`${identityCss.textButton} ${textCss.medium}`} onClick={onLogin}>
          {passMessages.register.login}
        </button>
      </p>
      <form className={`${passCss.fields} ${layoutCss.marginTop6}`} noValidate onSubmit={form.submit}>
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
