import { Tabs } from "@base-ui/react/tabs";
import { useState } from "react";
import { mobile as mobileSchema } from "#contract/core/fields.ts";
import { cleanLine, isBlank, mobileAsTyped } from "#contract/core/text.ts";
import { LabelledInput } from "../../identity/fields.tsx";
import { identityMessages } from "../../identity/messages.ts";
import { logInByPassword, logInBySms, type Interaction } from "../api.ts";
import mountainDawn from "../art/mountain-dawn.svg";
import { PictureFrame, PageTitle, ReturnLink } from "../page-frame.tsx";
import type { PageProps } from "../page-props.ts";
import { PasswordField } from "../form/password-field.tsx";
import { FormFooter, SmsFields } from "../form/sms-fields.tsx";
import { onlyProblems, usePassForm } from "../form/use-pass-form.ts";
import { useSmsForm } from "../form/use-sms-form.ts";
import { passMessages } from "../messages.ts";
import * as identityCss from "../../identity/identity.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as passCss from "../pass.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type LoginProps = PageProps & { interaction: Interaction; onRegister: () => void; onReset: () => void };

/** Login by code or, if offered, by password. */
export function LoginPage({ interaction, onRegister, onReset, ...page }: LoginProps) {
  const { brand, returnAddress, onCancel } = page;
  return (
    <PictureFrame {...page} picture={mountainDawn} slogan={passMessages.login.slogan}>
      <PageTitle className={textCss.title1} isNavigated={page.isNavigated}>
        {passMessages.login.title(brand.idName)}
      </PageTitle>
      <p className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop1}`}>
        {passMessages.login.returnsTo(interaction.clientName)}
      </p>
      {interaction.showPasswordLogin ? (
        <Tabs.Root defaultValue="sms">
          <Tabs.List className={passCss.tabs}>
            <Tabs.Tab value="sms">{passMessages.login.bySms}</Tabs.Tab>
            <Tabs.Tab value="password">{passMessages.login.byPassword}</Tabs.Tab>
          </Tabs.List>
          {/* Both panels stay mounted so that typed values survive a change of the tab. */}
          <Tabs.Panel value="sms" keepMounted>
            <BySms {...page} />
          </Tabs.Panel>
          <Tabs.Panel value="password" keepMounted>
            <ByPassword {...page} onReset={onReset} />
          </Tabs.Panel>
        </Tabs.Root>
      ) : (
        <div className={layoutCss.marginTop6}>
          <BySms {...page} />
        </div>
      )}
      <div className={`${layoutCss.row} ${layoutCss.spaceBetween} ${passCss.more}`}>
        <button type="button" className={identityCss.textButton} onClick={onRegister}>
          {passMessages.login.register}
        </button>
        <ReturnLink
          className={`${identityCss.textButton} ${textCss.secondary}`}
          to={returnAddress}
          onFollow={onCancel}
        >
          {passMessages.noLogin}
        </ReturnLink>
      </div>
      <details className={passCss.help}>
        <summary className={identityCss.textButton}>{passMessages.login.help}</summary>
        <ul>
          {passMessages.helpLines(brand.servicePhone).map((line) => (
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
    run: (values) => logInBySms({ uid, ...values, consent: true }),
  });
  return (
    <form className={passCss.fields} noValidate onSubmit={form.submit}>
      <SmsFields form={form} />
      <FormFooter
        form={form}
        consent={{ brand, isGiven: form.consent, onChange: form.setConsent }}
        submit={passMessages.login.submit}
      />
    </form>
  );
}

function ByPassword({ uid, brand, mobile, onMobile, onLeave, onReset }: PageProps & { onReset: () => void }) {
  // A number typed before is also the account name.
  const [account, setAccount] = useState(mobile);
  const [password, setPassword] = useState("");
  const [consent, setConsent] = useState(false);
  const validate = () =>
    onlyProblems({
      account: isBlank(account) ? passMessages.login.accountMissing : null,
      password: password === "" ? passMessages.login.passwordMissing : null,
      consent: consent ? null : identityMessages.consentMissing,
    });
  const run = () => logInByPassword({ uid, account: cleanLine(account, 64), password, consent: true });
  const form = usePassForm(validate, run, onLeave);
  return (
    <form className={passCss.fields} noValidate onSubmit={form.submit}>
      <LabelledInput
        label={passMessages.login.account}
        name="account"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        required
        value={account}
        error={form.problems["account"] ?? null}
        onText={(text) => setAccount(mobileAsTyped(text))}
      />
      <PasswordField
        label={passMessages.login.password}
        value={password}
        error={form.problems["password"] ?? null}
        onText={setPassword}
      />
      <button
        type="button"
        className={`${identityCss.textButton} ${passCss.forgot}`}
        onClick={() => {
          if (mobileSchema.safeParse(account).success) onMobile(account);
          onReset();
        }}
      >
        {passMessages.login.forgot}
      </button>
      <FormFooter
        form={form}
        consent={{ brand, isGiven: consent, onChange: setConsent }}
        submit={passMessages.login.submit}
      />
    </form>
  );
}
