import { Tabs } from "@base-ui/react/tabs";
import { useState } from "react";
import { mobile as mobileSchema } from "#contract/fields.ts";
import { Line } from "../identity/fields.tsx";
import { words as shared } from "../identity/words.ts";
import { logInByPassword, logInBySms, type Interaction } from "./api.ts";
import mountainDawn from "./art/mountain-dawn.svg";
import { PictureFrame, Title, WayBack } from "./frame.tsx";
import type { PageProps } from "./page-props.ts";
import { PasswordLine } from "./password-line.tsx";
import { FormEnd, SmsLines } from "./sms-lines.tsx";
import { presentOnly, useForm } from "./use-form.ts";
import { useSmsForm } from "./use-sms-form.ts";
import { words } from "./words.ts";

type LoginProps = PageProps & { interaction: Interaction; onRegister: () => void; onReset: () => void };

/** Logging in by code or, where it is offered, by password (mockup 09-idp-login). */
export function LoginPage({ interaction, onRegister, onReset, ...page }: LoginProps) {
  const { brand, wayBack, onGiveUp } = page;
  return (
    <PictureFrame {...page} picture={mountainDawn} slogan={words.login.slogan}>
      <Title className="t1" isMoved={page.isMoved}>
        {words.login.title(brand.idName)}
      </Title>
      <p className="bs c2 mt1">{words.login.returnsTo(interaction.clientName)}</p>
      {interaction.showPasswordLogin ? (
        <Tabs.Root defaultValue="sms">
          <Tabs.List className="idp-tabs">
            <Tabs.Tab value="sms">{words.login.bySms}</Tabs.Tab>
            <Tabs.Tab value="password">{words.login.byPassword}</Tabs.Tab>
          </Tabs.List>
          {/* Both stay: what was typed is there when somebody comes back to it. */}
          <Tabs.Panel value="sms" keepMounted>
            <BySms {...page} />
          </Tabs.Panel>
          <Tabs.Panel value="password" keepMounted>
            <ByPassword {...page} onReset={onReset} />
          </Tabs.Panel>
        </Tabs.Root>
      ) : (
        <div className="mt6">
          <BySms {...page} />
        </div>
      )}
      <div className="row btw idp-more">
        <button type="button" className="txt" onClick={onRegister}>
          {words.login.register}
        </button>
        <WayBack className="txt c2" to={wayBack} onTake={onGiveUp}>
          {words.noLogin}
        </WayBack>
      </div>
      <details className="idp-help">
        <summary className="txt">{words.login.help}</summary>
        <ul>
          {words.helpLines(brand.servicePhone).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </PictureFrame>
  );
}

function BySms(page: PageProps) {
  const { uid, brand } = page;
  const form = useSmsForm({
    page,
    scene: "login",
    run: (given) => logInBySms({ uid, ...given, consent: true }),
  });
  return (
    <form className="idp-fields" noValidate onSubmit={form.submit}>
      <SmsLines form={form} />
      <FormEnd
        form={form}
        consent={{ brand, isGiven: form.consent, onChange: form.setConsent }}
        submit={words.login.submit}
      />
    </form>
  );
}

function ByPassword({ uid, brand, mobile, onMobile, onLeave, onReset }: PageProps & { onReset: () => void }) {
  // A number typed before is the account's name as well.
  const [account, setAccount] = useState(mobile);
  const [password, setPassword] = useState("");
  const [consent, setConsent] = useState(false);
  const judge = () =>
    presentOnly({
      account: account.trim() === "" ? words.login.accountMissing : null,
      password: password === "" ? words.login.passwordMissing : null,
      consent: consent ? null : shared.consentMissing,
    });
  const run = () => logInByPassword({ uid, account: account.trim(), password, consent: true });
  const form = useForm(judge, run, onLeave);
  return (
    <form className="idp-fields" noValidate onSubmit={form.submit}>
      <Line
        label={words.login.account}
        name="account"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={64}
        required
        value={account}
        error={form.problems["account"] ?? null}
        onText={setAccount}
      />
      <PasswordLine
        label={words.login.password}
        value={password}
        error={form.problems["password"] ?? null}
        onText={setPassword}
      />
      <button
        type="button"
        className="txt idp-forgot"
        onClick={() => {
          if (mobileSchema.safeParse(account).success) onMobile(account);
          onReset();
        }}
      >
        {words.login.forgot}
      </button>
      <FormEnd
        form={form}
        consent={{ brand, isGiven: consent, onChange: setConsent }}
        submit={words.login.submit}
      />
    </form>
  );
}
