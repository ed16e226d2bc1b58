import { vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { UserInfo } from "#contract/session/session.ts";
import type { PersonActions } from "../register/person-actions.ts";
import { SignUpFormView } from "../register/sign-up-form.tsx";
import type { SignUpFormProps } from "../register/use-sign-up-form.ts";
import {
  activityId,
  actionsOf,
  fakeSend,
  sampleDates,
  sampleOffer,
  samplePerson,
  type Sent,
} from "./samples.ts";
import { show } from "./show.tsx";

export const result = { signUpId: "1", ticketCode: "64C9 MATK 6N46", status: "confirmed" };
type Answers = Parameters<typeof fakeSend>[0];
type Shown = {
  answers?: Answers;
  person?: UserInfo | null;
  actions?: Partial<PersonActions>;
  isSignedAfterAll?: () => Promise<boolean>;
  offer?: SignUpFormProps["offer"];
  channel?: ReturnType<SignUpFormProps["channel"]>;
};

/** Renders the form and records the calls. */
export function showForm({ answers = {}, person = samplePerson, actions = {}, ...rest }: Shown = {}) {
  const offer = rest.offer ?? sampleOffer();
  const { send, sent } = fakeSend({ signUp: () => result, listDates: () => sampleDates(), ...answers });
  const onSigned = vi.fn<SignUpFormProps["onSigned"]>();
  const isSignedAfterAll = rest.isSignedAfterAll ?? (() => Promise.resolve(false));
  const { channel = { utm_source: "wx" } } = rest;
  show(
    <SignUpFormView
      detail={`/offline/${activityId}`}
      user={person}
      actions={actionsOf(person, actions)}
      channel={() => channel}
      {...{ offer, send, onSigned, isSignedAfterAll }}
    />,
  );
  return { sent, onSigned };
}

/** Renders a form that asks only for name, number and consent. */
export const showContactForm = ({
  answers = {},
  activityType = "localoffline",
  ...rest
}: Omit<Shown, "offer" | "channel"> & { activityType?: "localoffline" | "online" } = {}) =>
  showForm({
    answers: { sendSms: () => ({ expiresIn: 300, resendIn: 60 }), ...answers },
    offer: sampleOffer({ asks: { series: false, dealer: false, session: false }, form: [], activityType }),
    channel: {},
    ...rest,
  });

export const signUps = (sent: readonly Sent[]) => sent.filter(({ name }) => name === "signUp");
export const submit = page.getByRole("button", { name: /提交/ });
export const radio = (name: string | RegExp) => page.getByRole("radio", { name });
/** A label may end with a remark. */
export const field = (name: string) => page.getByRole("textbox", { name: new RegExp(`^${name}`) });
export const button = (name: string) => page.getByRole("button", { name });
export const select = (name: string) => page.getByRole("combobox", { name });
export const focused = () => document.activeElement;
/** Error message below a field. */
export const fieldError = (id: string) => document.getElementById(id)?.textContent;

/** Fills in all fields that the sample requires. */
export async function fill(): Promise<void> {
  await userEvent.click(radio("远山"));
  await userEvent.click(radio("08:30 – 10:00 剩 4 席"));
  await select("头盔尺码").selectOptions("M");
  await field("同行人数").fill("2");
  await field("姓名").fill("林𠮷岚🙂");
  await page.getByRole("checkbox").click({ position: { x: 5, y: 5 } });
}

/** Fills in all fields of the contact form. */
export async function fillContact(): Promise<void> {
  await field("姓名").fill("林晓岚");
  await page.getByRole("checkbox").click({ position: { x: 5, y: 5 } });
}
