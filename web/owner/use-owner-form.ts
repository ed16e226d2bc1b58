import { useRef, useState } from "react";
import type { RefusalName } from "#contract/core/errors.ts";
import { ownerForm, type OwnerState } from "#contract/owner/owner.ts";
import { send } from "../platform/http/send.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { useSingleFlight } from "../ui/hooks/use-single-flight.ts";
import type { PictureUploads } from "../ui/media/use-picture-uploads.ts";
import { sendApplication } from "./api.ts";
import { ownerMessages } from "./messages.ts";

export type OwnerValues = { readonly vin: string; readonly seriesCode: string; readonly consent: boolean };
type Faults = Readonly<Record<string, string>>;

/** Refusals after which the user cancelled or has been notified already. */
const cancellationRefusals: readonly RefusalName[] = ["unauthenticated", "sessionExpired"];
/** Refusals after which it is unknown whether the application was stored. */
const unansweredRefusals: readonly RefusalName[] = ["timeout", "offline"];
const order = ["vin", "seriesCode", "pictureId", "consent"];

/** Errors by field in the order of the form. */
function faultsByField(form: object): Faults {
  const found = new Map<string, string>();
  for (const { path, message } of ownerForm.safeParse(form).error?.issues ?? []) {
    const name = String(path[0]);
    if (!found.has(name)) found.set(name, message);
  }
  return Object.fromEntries(
    order.flatMap((name) => {
      const message = found.get(name);
      return message === undefined ? [] : [[name, message] as const];
    }),
  );
}

/** State of the application: values, errors and submission, which runs once however often it is pressed. */
export function useOwnerForm(
  pictures: PictureUploads,
  seriesCode: string,
  onSent: (state: OwnerState) => void,
) {
  const [values, setValues] = useState<OwnerValues>({ vin: "", seriesCode, consent: false });
  const [faults, setFaults] = useState<Faults>({});
  const [outcome, setOutcome] = useState<string | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const [pictureId = ""] = pictures.ids;
  const show = (found: Faults): boolean => {
    setFaults(found);
    const [first] = Object.keys(found);
    if (first === undefined) return false;
    // After the next paint, so that the message appears with the focus.
    setTimeout(() =>
      formRef.current?.querySelector<HTMLElement>(`#owner-${first}, [name=owner-${first}]`)?.focus(),
    );
    return true;
  };
  const change = (part: Partial<OwnerValues>) => {
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
    setValues((before) => ({ ...before, ...part }));
  };
  const submit = async (): Promise<void> => {
    if (pictures.isBusy) return setOutcome(ownerMessages.waitForPicture);
    const form = { ...values, pictureId };
    const parsed = ownerForm.safeParse(form);
    if (!parsed.success) return void show(faultsByField(form));
    try {
      onSent(await sendApplication(send, parsed.data));
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      if (cancellationRefusals.includes(refusal.refusal) || show(refusal.fields)) return;
      setOutcome(
        unansweredRefusals.includes(refusal.refusal) ? ownerMessages.unknownOutcome : refusal.message,
      );
    }
  };
  const [isBusy, run] = useSingleFlight(() => {
    setOutcome(null);
    return submit();
  });
  // An uploaded picture clears the error of its field.
  const { pictureId: pictureFault, ...others } = faults;
  const shown = pictureId === "" && pictureFault !== undefined ? faults : others;
  return { formRef, values, change, faults: shown, outcome, isBusy, run: () => void run() };
}
