import type { ReactNode } from "react";
import type { Brand } from "#contract/core/brand.ts";
import { ConsentBox } from "../../identity/consent-box.tsx";
import { MobileInput, SmsCodeInput } from "../../identity/fields.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { switchToAccount } from "../api.ts";
import type { PassForm } from "./use-pass-form.ts";
import type { SmsForm } from "./use-sms-form.ts";

/** Mobile and SMS code. @param children content between them */
export const SmsFields = ({ form, children }: { form: SmsForm; children?: ReactNode }) => (
  <>
    <MobileInput value={form.mobile} error={form.problems["mobile"] ?? null} onText={form.setMobile} />
    {children}
    <SmsCodeInput
      value={form.smsCode}
      error={form.problems["smsCode"] ?? null}
      onText={form.setSmsCode}
      sending={form.sending}
      onRequest={form.requestCode}
    />
  </>
);

const ticketOf = ({ refusal }: PassForm): string | null => {
  if (refusal?.refusal !== "mobileTaken") return null;
  const { ticket } = (refusal.data ?? {}) as { ticket?: unknown };
  return typeof ticket === "string" ? ticket : null;
};

/**
 * Button for a number that belongs to another account: the SMS code has proved it, so one press logs in with
 * that account (requirement I06).
 */
export function SwitchAccountButton({
  uid,
  form,
  children,
}: {
  uid: string;
  form: PassForm;
  children: ReactNode;
}) {
  const ticket = ticketOf(form);
  if (ticket === null) return null;
  return (
    <Button look="tonal" isWide onClick={() => form.runAndLeave(() => switchToAccount({ uid, ticket }))}>
      {children}
    </Button>
  );
}

type FormFooterProps = {
  form: Pick<PassForm, "problems" | "isBusy">;
  submit: string;
  /** Omitted if no consent is needed. */
  consent?: {
    brand: Brand;
    isGiven: boolean;
    onChange: (isGiven: boolean) => void;
    text?: string;
    isPrivacyOnly?: boolean;
  };
};

/** End of a form: consent, the form's error, the submit button. */
export const FormFooter = ({ form, consent, submit }: FormFooterProps) => (
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
