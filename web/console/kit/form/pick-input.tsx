import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { SearchIcon } from "../../../ui/icons/common-icons.tsx";
import { useDebouncedValue } from "../../../ui/hooks/use-debounced-value.ts";
import { ConsoleButton } from "../controls/console-button.tsx";
import { kitMessages } from "../messages.ts";
import * as utilityCss from "../styles/utility.module.css";
import * as formCss from "./form.module.css";
import { InputHint } from "./input-frame.tsx";
import { TextInput } from "./text-input.tsx";

/** A thing that can be chosen; `detail` tells it from others of its name. */
export type PickedThing = { readonly id: string; readonly label: string; readonly detail?: string };
type PickInputProps = {
  label: string;
  placeholder: string;
  /** Key of the search in the cache. */
  name: string;
  find: (text: string) => Promise<readonly PickedThing[]>;
  value: PickedThing | null;
  onChange: (thing: PickedThing | null) => void;
  error?: string | null | undefined;
  hint?: string;
};
const SHOWN = 6;

/** Choice of one thing among many, found by a part of its name. */
export function PickInput({ label, placeholder, name, find, value, onChange, error, hint }: PickInputProps) {
  const id = useId();
  const [text, setText] = useState("");
  const searched = useDebouncedValue(text);
  const { data, isFetching } = useQuery({
    queryKey: ["pick", name, searched],
    queryFn: () => find(searched),
    placeholderData: keepPreviousData,
    enabled: value === null,
  });
  if (value !== null)
    return (
      <div className={formCss.field}>
        <div className={formCss.label}>{label}</div>
        <div className={formCss.picked}>
          <span>
            {value.label}
            {value.detail !== undefined && <small>{value.detail}</small>}
          </span>
          <ConsoleButton isSmall look="quiet" onClick={() => onChange(null)}>
            {kitMessages.pickAnother}
          </ConsoleButton>
        </div>
        <InputHint id={id} error={error} hint={hint} />
      </div>
    );
  const found = (data ?? []).slice(0, SHOWN);
  return (
    <div>
      <TextInput
        label={label}
        placeholder={placeholder}
        isRequired
        before={<SearchIcon size={16} />}
        value={text}
        onChange={setText}
        autoComplete="off"
        error={error}
        {...(hint !== undefined && { hint })}
      />
      <ul className={formCss.pickList} aria-label={kitMessages.pickFound(label)} aria-busy={isFetching}>
        {found.map((thing) => (
          <li key={thing.id}>
            <button type="button" onClick={() => onChange(thing)}>
              {thing.label}
              {thing.detail !== undefined && <small>{thing.detail}</small>}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && data !== undefined && !isFetching && (
        <output className={`${utilityCss.caption} ${utilityCss.muted}`}>{kitMessages.pickNone}</output>
      )}
    </div>
  );
}
