import { useWatch, type UseFormReturn } from "react-hook-form";
import type { Send } from "#contract/call.ts";
import { mobile as mobileSchema } from "#contract/fields.ts";
import { maskMobile } from "#contract/mask-mobile.ts";
import type { UserInfo } from "#contract/session.ts";
import { CodeField, MobileField, MobileRow, NameField } from "./contact-fields.tsx";
import type { FormValues } from "./form-values.ts";
import type { PersonActions } from "./person-actions.ts";
import { useCode } from "./use-code.ts";
import { words } from "./words.ts";

type ContactBlockProps = {
  form: UseFormReturn<FormValues>;
  send: Send;
  user: UserInfo | null;
  actions: PersonActions;
  /** A bound number is asked for: without one it is bound first (requirement K15). */
  needsBound: boolean;
};

/** Name and number. The bound number needs no code; another one is proved by SMS. */
export function ContactBlock({ form, send, user, actions, needsBound }: ContactBlockProps) {
  const { control } = form;
  const isOther = useWatch({ control, name: "isOtherMobile" });
  const mobile = useWatch({ control, name: "mobile" });
  const { code, request } = useCode(send, actions, mobile);
  const changeTo = (isOtherMobile: boolean) => {
    form.setValue("isOtherMobile", isOtherMobile);
    form.clearErrors(["mobile", "smsCode"]);
    if (!isOtherMobile) form.setValue("smsCode", "");
    // The field is there after the next paint.
    else setTimeout(() => form.setFocus("mobile"));
  };
  const sendCode = async () => {
    const parsed = mobileSchema.safeParse(form.getValues("mobile"));
    if (!parsed.success) {
      form.setError("mobile", { type: "rule", message: parsed.error.issues[0]?.message ?? "" });
      return form.setFocus("mobile");
    }
    const fault = await request(parsed.data);
    if (typeof fault === "string") return form.setError("smsCode", { type: "server", message: fault });
    // That it is on its way stands where the fault stood.
    if (fault === null) form.clearErrors("smsCode");
    form.setFocus("smsCode");
  };
  return (
    <div className="flds">
      <NameField control={control} />
      {user === null ? (
        <MobileRow text={words.afterLogin} action={words.login} onAction={() => void actions.login()} />
      ) : user.mobile === null && needsBound ? (
        <MobileRow text={words.afterBinding} action={words.bind} onAction={() => void actions.bind()} />
      ) : user.mobile === null || isOther ? (
        <>
          <MobileField
            control={control}
            onEdit={() => form.setValue("isOtherMobile", true)}
            onOwn={user.mobile === null ? null : () => changeTo(false)}
          />
          <CodeField control={control} {...code} onSend={() => void sendCode()} />
        </>
      ) : (
        <MobileRow
          text={maskMobile(user.mobile)}
          isNumber
          action={words.change}
          onAction={() => changeTo(true)}
        />
      )}
    </div>
  );
}
