import { useRef, useState } from "react";
import {
  addAddress,
  changeAddress,
  removeAddress,
  type Address,
  type NewAddress,
} from "#contract/mall/address.ts";
import { send } from "../../platform/http/send.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useSingleFlight } from "../../ui/hooks/use-single-flight.ts";
import type { Division } from "./division-sheet.tsx";
import { addressMessages } from "./address-messages.ts";

export type AddressValues = {
  readonly name: string;
  readonly mobile: string;
  readonly division: Division | null;
  readonly detail: string;
  readonly isDefault: boolean;
};
type Faults = Readonly<Record<string, string>>;
const order = ["name", "mobile", "districtCode", "detail"];

const valuesOf = (address: Address | null): AddressValues =>
  address === null
    ? { name: "", mobile: "", division: null, detail: "", isDefault: false }
    : {
        name: address.name,
        mobile: address.mobile,
        division: {
          codes: [address.provinceCode, address.cityCode, address.districtCode],
          name: address.divisionName,
        },
        detail: address.detail,
        isDefault: address.isDefault,
      };

function formOf({ name, mobile, division, detail, isDefault }: AddressValues): NewAddress {
  const [provinceCode = "", cityCode = "", districtCode = ""] = division?.codes ?? [];
  return { name, mobile, provinceCode, cityCode, districtCode, detail, isDefault };
}

/** Errors by field in the order of the form. */
function faultsOf(form: NewAddress): Faults {
  const found = new Map<string, string>();
  for (const { path, message } of addAddress.args.safeParse(form).error?.issues ?? []) {
    const name = String(path[0]).replace(/^(province|city)Code$/, "districtCode");
    if (!found.has(name)) found.set(name, name === "districtCode" ? addressMessages.chooseDivision : message);
  }
  return Object.fromEntries(
    order.flatMap((name) => (found.has(name) ? [[name, found.get(name) ?? ""]] : [])),
  );
}

/** An address being written: values, errors by field, and the calls. The form keeps its content after a refusal. */
export function useAddressForm(
  address: Address | null,
  onSaved: (saved: Address) => void,
  onRemoved: () => void,
) {
  const [values, setValues] = useState(() => valuesOf(address));
  const [faults, setFaults] = useState<Faults>({});
  const [outcome, setOutcome] = useState<string | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const show = (found: Faults): boolean => {
    setFaults(found);
    const [first] = Object.keys(found);
    if (first === undefined) return false;
    // After the next paint, so that the message appears with the focus.
    setTimeout(() => formRef.current?.querySelector<HTMLElement>(`#address-${first}`)?.focus());
    return true;
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setOutcome(null);
    try {
      await work();
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      if (!show(refusal.fields)) setOutcome(refusal.message);
    }
  };
  const [isBusy, save] = useSingleFlight(() =>
    attempt(async () => {
      const form = formOf(values);
      if (show(faultsOf(form))) return;
      const saved =
        address === null
          ? await send(addAddress, form)
          : await send(changeAddress, { id: address.addressId, ...form });
      onSaved(saved);
    }),
  );
  const [isRemoving, remove] = useSingleFlight(() =>
    attempt(async () => {
      if (address !== null) await send(removeAddress, { id: address.addressId });
      onRemoved();
    }),
  );
  return {
    values,
    change(part: Partial<AddressValues>) {
      const names = Object.keys(part).map((name) => (name === "division" ? "districtCode" : name));
      setFaults((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
      );
      setValues((before) => ({ ...before, ...part }));
    },
    faults,
    outcome,
    formRef,
    isBusy: isBusy || isRemoving,
    save: () => void save(),
    remove: () => void remove(),
  };
}
