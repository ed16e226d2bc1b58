import { useState } from "react";
import { newPassword } from "#contract/identity.ts";
import { judge } from "../identity/judge.ts";
import { registerAccount } from "./api.ts";
import camping from "./art/camping.svg";
import { PictureFrame } from "./frame.tsx";
import type { PageProps } from "./page-props.ts";
import { PasswordLine } from "./password-line.tsx";
import { FormEnd, SmsLines } from "./sms-lines.tsx";
import { strengthOf } from "./strength.ts";
import { useSmsForm } from "./use-sms-form.ts";
import { words } from "./words.ts";

/** A new account (requirement B13, mockup 09-idp-register). */
export function RegisterPage({ onLogin, ...page }: PageProps & { onLogin: () => void }) {
  const { uid, brand, onLeave } = page;
  const [password, setPassword] = useState("");
  const form = useSmsForm({
    scene: "login",
    judgeMore: () => ({ password: judge(newPassword, password).problem }),
    run: (given) => registerAccount({ uid, ...given, password, consent: true }),
    onLeave,
  });
  return (
    <PictureFrame {...page} picture={camping} slogan={words.register.slogan}>
      <h1 className="t1">{words.register.title(brand.idName)}</h1>
      <p className="bs c2 mt1">
        {words.register.hasAccount}
        <button type="button" className="txt md" onClick={onLogin}>
          {words.register.login}
        </button>
      </p>
      <form className="idp-fields mt6" noValidate onSubmit={form.submit}>
        <SmsLines form={form}>
          {form.refusal?.refusal === "mobileTaken" && (
            <button type="button" className="txt" onClick={onLogin}>
              {words.register.taken}
            </button>
          )}
        </SmsLines>
        <PasswordLine
          isNew
          label={words.register.password}
          value={password}
          error={form.problems["password"] ?? null}
          hint={<p className="hint">{words.register.passwordHint}</p>}
          onText={setPassword}
        />
        <Strength password={password} />
        <FormEnd
          brand={brand}
          form={form}
          consent={form.consent}
          onConsent={form.setConsent}
          submit={words.register.submit}
        />
      </form>
    </PictureFrame>
  );
}

/** Three bars and a word; the word says it without colour. */
function Strength({ password }: { password: string }) {
  const level = strengthOf(password);
  if (level === 0) return null;
  return (
    <output className={`pw-bars l${level}`}>
      <i />
      <i />
      <i />
      <span className="cap c2">{words.strength(words.strengths[level])}</span>
    </output>
  );
}
