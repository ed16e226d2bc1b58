import { useWatch, type UseFormReturn } from "react-hook-form";
import type { Send } from "#contract/core/call.ts";
import { mobile as mobileSchema } from "#contract/core/fields.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { VerificationCodeField, ContactMobileField, MobileRow, ContactNameField } from "./contact-fields.tsx";
import type { FormValues } from "../register/form-values.ts";
import type { PersonActions } from "../register/person-actions.ts";
import { useVerificationCode } from "./use-verification-code.ts";
import { signUpMessages } from "../messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";

type ContactSectionProps = {
  form: UseFormReturn<FormValues>;
  send: Send;
  user: UserInfo | null;
  actions: PersonActions;
  /** The activity requires a bound number: without one the person binds it first (requirement K15). */
  needsBound: boolean;
};

/** Name and mobile. The bound number needs no code; another one is verified by SMS. */
export function ContactSection({ form, send, user, actions, needsBound }: ContactSectionProps) {
  const { control } = form;
  const isOther = useWatch({ control, name: "isOtherMobile" });
  const mobile = useWatch({ control, name: "mobile" });
  const { code, request } = useVerificationCode(send, actions, mobile);
  const switchMobile = (isOtherMobile: boolean) => {
    form.setValue("isOtherMobile", isOtherMobile);
    form.clearErrors(["mobile", "smsCode"]);
    if (!isOtherMobile) form.setValue("smsCode", "");
    // The field exists only after the next paint.
    else setTimeout(() => form.setFocus("mobile"));
  };
  const sendCode = async () => {
    const parsed = mobileSchema.safeParse(form.getValues("mobile"));
    if (!parsed.success) {
      form.setError("mobile", { type: "rule", message: parsed.error.issues[0]?.message ?? "" });
      return form.setFocus("mobile");
    }
    const error = await request(parsed.data);
    if (typeof error === "string") return form.setError("smsCode", { type: "server", message: error });
    // The confirmation replaces the error.
    if (error === null) form.clearErrors("smsCode");
    form.setFocus("smsCode");
  };
  return (
    <div className={fieldCss.fields}>
      <ContactNameField control={control} />
      {user === null ? (
        <MobileRow
          text={signUpMessages.afterLogin}
          action={signUpMessages.login}
          onAction={() => void actions.login()}
        />
      ) : user.mobile === null && needsBound ? (
        <MobileRow
          text={signUpMessages.afterBinding}
          action={signUpMessages.bind}
          onAction={() => void actions.bind()}
        />
      ) : user.mobile === null || isOther ? (
        <>
          <ContactMobileField
            control={control}
            onEdit={() => form.setValue("isOtherMobile", true)}
            onOwn={user.mobile === null ? null : () => switchMobile(false)}
          />
          <VerificationCodeField control={control} {...code} onSend={() => void sendCode()} />
        </>
      ) : (
        <MobileRow
          text={maskMobile(user.mobile)}
          isNumber
          action={signUpMessages.change}
          onAction={() => switchMobile(true)}
        />
      )}
    </div>
  );
}
