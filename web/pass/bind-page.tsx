import { AskButton, MobileLine, SentHint } from "../identity/fields.tsx";
import { IconButton } from "../ui/button.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import { Notice } from "../ui/notice.tsx";
import { bindOnPage } from "./api.ts";
import { CodeCells } from "./code-cells.tsx";
import { PlainFrame, Title, WayBack } from "./frame.tsx";
import type { PageProps } from "./page-props.ts";
import { FormEnd, SwitchButton } from "./sms-lines.tsx";
import { useSmsForm } from "./use-sms-form.ts";
import { words } from "./words.ts";

/**
 * A mobile for an account without one (requirement I01, mockup 08-bind-mobile).
 * @param props.joins for somebody of WeChat, who becomes one with the person of that mobile
 */
export function BindPage({ joins, ...page }: PageProps & { joins: boolean }) {
  const { uid, brand, wayBack, onGiveUp } = page;
  const form = useSmsForm({
    page,
    scene: "bind",
    run: (given) => bindOnPage({ uid, ...given, consent: true }),
  });
  const clear = (
    <IconButton
      className="inp-end"
      label={words.clear}
      icon={<CloseIcon size={16} />}
      onClick={() => form.setMobile("")}
    />
  );
  return (
    <PlainFrame {...page}>
      <Title className="bind-title" isMoved={page.isMoved}>
        {words.bind.title}
      </Title>
      <p className="c2 mt1">{words.bind.text}</p>
      <form className="idp-fields mt6" noValidate onSubmit={form.submit}>
        <MobileLine
          isLabelShown
          value={form.mobile}
          error={form.problems["mobile"] ?? null}
          onText={form.setMobile}
          after={form.mobile !== "" && clear}
        />
        <SwitchButton uid={uid} form={form}>
          {words.bind.taken}
        </SwitchButton>
        <CodeCells
          value={form.smsCode}
          error={form.problems["smsCode"] ?? form.sending.problem}
          onText={form.setSmsCode}
          aside={<AskButton sending={form.sending} onAsk={form.ask} />}
          hint={<SentHint sending={form.sending} />}
        />
        <FormEnd
          form={form}
          consent={{
            brand,
            isGiven: form.consent,
            onChange: form.setConsent,
            text: words.bind.consent,
            isPrivacyOnly: true,
          }}
          submit={words.bind.submit}
        />
        <Notice>{(joins ? words.bind.joins : words.bind.note)(brand.idName)}</Notice>
        <WayBack className="txt c2" to={wayBack} onTake={onGiveUp}>
          {words.bind.later}
        </WayBack>
      </form>
    </PlainFrame>
  );
}
