import { useRef, useState, type RefObject } from "react";
import { keepDraft, type Draft } from "./draft.ts";

/** What is wrong, by field. */
export type Faults = Readonly<Record<string, string>>;
/** What a form begins with, and whether it was begun before. */
export type Beginning = { readonly start: Draft; readonly isRestored: boolean };
export type DraftForm = {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly values: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly faults: Faults;
  /** Shows what is wrong, and goes to the first of it. @returns whether anything is */
  readonly show: (found: Faults) => boolean;
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
const faultOf: Readonly<Record<string, string>> = { text: "content", standing: "pictureIds" };

/** Values that are kept at a place with every change, and what is wrong with them. */
export function useDraft(place: string, begin: () => Beginning): DraftForm {
  const formRef = useRef<HTMLFormElement>(null);
  const [{ start, isRestored }] = useState(begin);
  const [values, setValues] = useState<Draft>(start);
  const [faults, setFaults] = useState<Faults>({});
  const change = (part: Partial<Draft>) => {
    const next = { ...values, ...part };
    setValues(next);
    keepDraft(place, next);
    const changed = new Set(Object.keys(part).map((name) => faultOf[name] ?? name));
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !changed.has(name))));
  };
  const show = (found: Faults): boolean => {
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
