import { useRef, useState, type RefObject } from "react";
import { storeClubDraft, type ClubDraft } from "./club-draft.ts";

/** What is wrong, by field. */
export type DraftFaults = Readonly<Record<string, string>>;
/** What a form begins with, and whether it was begun before. */
export type InitialDraft = { readonly start: ClubDraft; readonly isRestored: boolean };
export type DraftForm = {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly values: ClubDraft;
  readonly change: (part: Partial<ClubDraft>) => void;
  readonly faults: DraftFaults;
  /** Shows what is wrong, and goes to the first of it. @returns whether anything is */
  readonly show: (found: DraftFaults) => boolean;
  /** It was begun before. */
  readonly isRestored: boolean;
};

/** Fields in the order of the form, and where the focus goes for each. */
const fields: readonly (readonly [name: string, id: string])[] = [
  ["groupId", "write-group"],
  ["title", "write-title"],
  ["content", "write-content"],
  ["pictureIds", "write-pictures"],
];
/** Where the fault of a value stands, where that has another name. */
const faultFields: Readonly<Record<string, string>> = { text: "content", standing: "pictureIds" };

/** Values that are kept at a place with every change, and what is wrong with them. */
export function useClubDraft(place: string, begin: () => InitialDraft): DraftForm {
  const formRef = useRef<HTMLFormElement>(null);
  const [{ start, isRestored }] = useState(begin);
  const [values, setValues] = useState<ClubDraft>(start);
  const [faults, setFaults] = useState<DraftFaults>({});
  const change = (part: Partial<ClubDraft>) => {
    const next = { ...values, ...part };
    setValues(next);
    storeClubDraft(place, next);
    const changed = new Set(Object.keys(part).map((name) => faultFields[name] ?? name));
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !changed.has(name))));
  };
  const show = (found: DraftFaults): boolean => {
    setFaults(found);
    const first = fields.find(([name]) => found[name] !== undefined);
    if (!first) return false;
    // After the next paint: the message appears with the focus.
    setTimeout(() => {
      const field = formRef.current?.querySelector<HTMLElement>(`#${first[1]}`);
      field?.focus({ preventScroll: true });
      // With its message, which stands above it: the field may be higher than the screen.
      field?.closest(".fld")?.scrollIntoView({ block: "start" });
    });
    return true;
  };
  return { formRef, isRestored, values, change, faults, show };
}
