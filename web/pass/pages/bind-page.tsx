import { SendCodeButton, MobileInput, SentHint } from "../../identity/fields.tsx";
import { IconButton } from "../../ui/form/button.tsx";
import { CloseIcon } from "../../ui/icons/common-icons.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { bindOnPage } from "../api.ts";
import { OtpInput } from "../form/otp-input.tsx";
import { PlainFrame, PageTitle, ReturnLink } from "../page-frame.tsx";
import type { PageProps } from "../page-props.ts";
import { FormFooter, SwitchAccountButton } from "../form/sms-fields.tsx";
import { useSmsForm } from "../form/use-sms-form.ts";
import { passMessages } from "../messages.ts";
import * as identityCss from "../../identity/identity.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as passCss from "../pass.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/**
 * Binds a mobile to an account without one (requirement I01).
 * @param props.mergesUsers whether a WeChat user is merged with the owner of that mobile
 */
export function BindPage({ mergesUsers, ...page }: PageProps & { mergesUsers: boolean }) {
  const { uid, brand, returnAddress, onCancel } = page;
  const form = useSmsForm({
    page,
    scene: "bind",
    run: (values) => bindOnPage({ uid, ...values, consent: true }),
  });
  const clear = (
    <IconButton
      className={passCss.inputEnd}
      label={passMessages.clear}
      icon={<CloseIcon size={16} />}
      onClick={() => form.setMobile("")}
    />
  );
  return (
    <PlainFrame {...page}>
      <PageTitle className={passCss.bindTitle} isNavigated={page.isNavigated}>
        {passMessages.bind.title}
      </PageTitle>
      <p className={`${textCss.secondary} ${layoutCss.marginTop1}`}>{passMessages.bind.text}</p>
      <form className={`${passCss.fields} ${layoutCss.marginTop6}`} noValidate onSubmit={form.submit}>
        <MobileInput
          isLabelShown
          value={form.mobile}
          error={form.problems["mobile"] ?? null}
          onText={form.setMobile}
          after={form.mobile !== "" && clear}
        />
        <SwitchAccountButton uid={uid} form={form}>
          {passMessages.bind.taken}
        </SwitchAccountButton>
        <OtpInput
          value={form.smsCode}
          error={form.problems["smsCode"] ?? form.sending.problem}
          onText={form.setSmsCode}
          aside={<SendCodeButton sending={form.sending} onRequest={form.requestCode} />}
          hint={<SentHint sending={form.sending} />}
        />
        <FormFooter
          form={form}
          consent={{
            brand,
            isGiven: form.consent,
            onChange: form.setConsent,
            text: passMessages.bind.consent,
            isPrivacyOnly: true,
          }}
          submit={passMessages.bind.submit}
        />
        <Notice>{(mergesUsers ? passMessages.bind.joins : passMessages.bind.note)(brand.idName)}</Notice>
        <ReturnLink
          className={`${identityCss.textButton} ${textCss.secondary}`}
          to={returnAddress}
          onFollow={onCancel}
        >
          {passMessages.bind.later}
        </ReturnLink>
      </form>
    </PlainFrame>
  );
}
