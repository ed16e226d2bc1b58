import { useRef, useState, type RefObject } from "react";
import { storeClubDraft, type ClubDraft } from "./club-draft.ts";
import * as fieldCss from "../../ui/form/field.module.css";

/** Error messages by field. */
export type DraftErrors = Readonly<Record<string, string>>;
/** Initial values of a form, and whether they come from a stored draft. */
export type InitialDraft = { readonly start: ClubDraft; readonly isRestored: boolean };
export type DraftForm = {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly values: ClubDraft;
  readonly change: (part: Partial<ClubDraft>) => void;
  readonly errors: DraftErrors;
  /** Shows errors and focuses the first field with one. @returns whether there are any */
  readonly showErrors: (errors: DraftErrors) => boolean;
  /** The values come from a stored draft. */
  readonly isRestored: boolean;
};

/** Fields in the order of the form, with the ids of their elements. */
const fields: readonly (readonly [name: string, id: string])[] = [
  ["groupId", "write-group"],
  ["title", "write-title"],
  ["content", "write-content"],
  ["pictureIds", "write-pictures"],
];
/** Names under which errors of a value are reported, where they differ. */
const errorFields: Readonly<Record<string, string>> = { text: "content", standing: "pictureIds" };

/** State of a form whose values are stored as a draft with every change, and its error messages. */
export function useClubDraft(draftKey: string, readInitial: () => InitialDraft): DraftForm {
  const formRef = useRef<HTMLFormElement>(null);
  const [{ start, isRestored }] = useState(readInitial);
  const [values, setValues] = useState<ClubDraft>(start);
  const [errors, setErrors] = useState<DraftErrors>({});
  const change = (part: Partial<ClubDraft>) => {
    const next = { ...values, ...part };
    setValues(next);
    storeClubDraft(draftKey, next);
    const changed = new Set(Object.keys(part).map((name) => errorFields[name] ?? name));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !changed.has(name))));
  };
  const showErrors = (found: DraftErrors): boolean => {
    setErrors(found);
    const first = fields.find(([name]) => found[name] !== undefined);
    if (!first) return false;
    // Waits for the rendering of the messages.
    setTimeout(() => {
      const field = formRef.current?.querySelector<HTMLElement>(`#${first[1]}`);
      field?.focus({ preventScroll: true });
      // Scrolls to the message above the field, since the field may be higher than the screen.
      field?.closest(`.${fieldCss.field}`)?.scrollIntoView({ block: "start" });
    });
    return true;
  };
  return { formRef, isRestored, values, change, errors, showErrors };
}
