import { useState } from "react";
import { newPassword } from "#contract/identity/identity.ts";
import { validateField } from "../../identity/validate-field.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { setNewPassword } from "../api.ts";
import { PlainFrame, PageTitle } from "../page-frame.tsx";
import { NewPassword } from "../form/new-password.tsx";
import type { PageProps } from "../page-props.ts";
import { FormFooter, SmsFields } from "../form/sms-fields.tsx";
import { useSmsForm } from "../form/use-sms-form.ts";
import { passMessages } from "../messages.ts";
import * as identityCss from "../../identity/identity.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as passCss from "../pass.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Password reset, also for an account that never had a password. */
export function ResetPasswordPage({ onRegister, ...page }: PageProps & { onRegister: () => void }) {
  const { uid } = page;
  const [password, setPassword] = useState("");
  const form = useSmsForm({
    page,
    scene: "reset",
    hasConsent: true,
    validateMore: () => ({ password: validateField(newPassword, password).problem }),
    run: (values) => setNewPassword({ uid, ...values, password }),
  });
  return (
    <PlainFrame {...page}>
      <PageTitle className={passCss.bindTitle} isNavigated={page.isNavigated}>
        {passMessages.reset.title}
      </PageTitle>
      <p className={`${textCss.secondary} ${layoutCss.marginTop1}`}>{passMessages.reset.text}</p>
      <form className={`${passCss.fields} ${layoutCss.marginTop6}`} noValidate onSubmit={form.submit}>
        <SmsFields form={form}>
          {form.refusal?.refusal === "accountUnknown" && (
            <button type="button" className={identityCss.textButton} onClick={onRegister}>
              {passMessages.login.register}
            </button>
          )}
        </SmsFields>
        <NewPassword
          label={passMessages.reset.password}
          value={password}
          error={form.problems["password"] ?? null}
          onText={setPassword}
        />
        <FormFooter form={form} submit={passMessages.reset.submit} />
        <Notice>{passMessages.reset.note}</Notice>
      </form>
    </PlainFrame>
  );
}
