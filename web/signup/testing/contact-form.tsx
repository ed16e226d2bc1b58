import { vi } from "vitest";
import { page } from "vitest/browser";
import type { UserInfo } from "#contract/session/session.ts";
import type { PersonActions } from "../register/person-actions.ts";
import { SignUpFormView } from "../register/sign-up-form.tsx";
import type { SignUpFormProps } from "../register/use-sign-up-form.ts";
import { actionsOf, fakeSend, sampleDates, sampleOffer, samplePerson } from "./samples.ts";
import { show } from "./show.tsx";

export const result = { signUpId: "1", ticketCode: "64C9 MATK 6N46", status: "confirmed" };
type Shown = {
  answers?: Parameters<typeof fakeSend>[0];
  person?: UserInfo | null;
  actions?: Partial<PersonActions>;
  isSignedAfterAll?: () => Promise<boolean>;
  activityType?: "localoffline" | "online";
};

/** Renders a form that asks only for name, number and consent. */
export function showForm({ answers = {}, person = samplePerson, actions = {}, ...rest }: Shown = {}) {
  const { activityType = "localoffline" } = rest;
  const { send, sent } = fakeSend({
    signUp: () => result,
    sendSms: () => ({ expiresIn: 300, resendIn: 60 }),
    listDates: () => sampleDates(),
    ...answers,
  });
  const onSigned = vi.fn<SignUpFormProps["onSigned"]>();
  show(
    <SignUpFormView
      offer={sampleOffer({ asks: { series: false, dealer: false, session: false }, form: [], activityType })}
      detail="/offline/1"
      send={send}
      user={person}
      actions={actionsOf(person, actions)}
      channel={() => ({})}
      onSigned={onSigned}
      isSignedAfterAll={rest.isSignedAfterAll ?? (() => Promise.resolve(false))}
    />,
  );
  return { sent, onSigned };
}
export const submit = page.getByRole("button", { name: /提交/ });
/** A label may end with a remark. */
export const field = (name: string) => page.getByRole("textbox", { name: new RegExp(`^${name}`) });
export const button = (name: string) => page.getByRole("button", { name });
export const fill = async () => {
  await field("姓名").fill("林晓岚");
  await page.getByRole("checkbox").click({ position: { x: 5, y: 5 } });
};
