import type { ReactNode } from "react";
import type { Brand } from "#contract/brand.ts";
import { ConsentBox } from "../identity/consent-box.tsx";
import { MobileLine, SmsCodeLine } from "../identity/fields.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
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

type EndProps = {
  brand: Brand;
  form: Pick<Form, "problems" | "isBusy">;
  consent: boolean;
  onConsent: (isGiven: boolean) => void;
  submit: string;
  text?: string;
  isPrivacyOnly?: boolean;
};

/** A form's end: consent, what is wrong with the whole, the button. */
export const FormEnd = ({ brand, form, consent, onConsent, submit, ...texts }: EndProps) => (
  <>
    <ConsentBox
      {...texts}
      brand={brand}
      isGiven={consent}
      onChange={onConsent}
      error={consent ? null : (form.problems["consent"] ?? null)}
    />
    {form.problems["form"] && <Notice kind="err">{form.problems["form"]}</Notice>}
    <Button type="submit" isWide isBusy={form.isBusy}>
      {submit}
    </Button>
  </>
);
