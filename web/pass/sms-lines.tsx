import type { ReactNode } from "react";
import type { Brand } from "#contract/brand.ts";
import { ConsentBox } from "../identity/consent-box.tsx";
import { MobileLine, SmsCodeLine } from "../identity/fields.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { switchTo } from "./api.ts";
import type { Form } from "./use-form.ts";
import type { SmsForm } from "./use-sms-form.ts";

/** Mobile and SMS code. @param children stands between them */
export const SmsLines = ({ form, children }: { form: SmsForm; children?: ReactNode }) => (
  <>
    <MobileLine value={form.mobile} error={form.problems["mobile"] ?? null} onText={form.setMobile} />
    {children}
    <SmsCodeLine
      value={form.smsCode}
      error={form.problems["smsCode"] ?? null}
      onText={form.setSmsCode}
      sending={form.sending}
      onAsk={form.ask}
    />
  </>
);

const ticketOf = ({ refusal }: Form): string | null => {
  if (refusal?.refusal !== "mobileTaken") return null;
  const { ticket } = (refusal.data ?? {}) as { ticket?: unknown };
  return typeof ticket === "string" ? ticket : null;
};

/** The way out of a number that is another account's: it was proved just now, so one press logs in with it (requirement I06). */
export function SwitchButton({ uid, form, children }: { uid: string; form: Form; children: ReactNode }) {
  const ticket = ticketOf(form);
  if (ticket === null) return null;
  return (
    <Button look="tonal" isWide onClick={() => form.goOn(() => switchTo({ uid, ticket }))}>
      {children}
    </Button>
  );
}

type EndProps = {
  form: Pick<Form, "problems" | "isBusy">;
  submit: string;
  /** Left out where nothing is to be agreed to. */
  consent?: {
    brand: Brand;
    isGiven: boolean;
    onChange: (isGiven: boolean) => void;
    text?: string;
    isPrivacyOnly?: boolean;
  };
};

/** A form's end: consent, what is wrong with the whole, the button. */
export const FormEnd = ({ form, consent, submit }: EndProps) => (
  <>
    {consent && (
      <ConsentBox {...consent} error={consent.isGiven ? null : (form.problems["consent"] ?? null)} />
    )}
    {form.problems["form"] && <Notice kind="err">{form.problems["form"]}</Notice>}
    <Button type="submit" isWide isBusy={form.isBusy}>
      {submit}
    </Button>
  </>
);
