import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { CheckCircleIcon, ChevronDownIcon } from "../ui/icons.tsx";
import { Picture } from "../ui/picture.tsx";
import { words } from "./words.ts";

export type FilterOption = {
  value: string;
  label: string;
  /** For the bar, where there is less room. */
  short?: string;
  imageUrl?: string;
};

export type FilterPanelProps = {
  /** The address's parameter it sets. */
  name: string;
  label: string;
  options: readonly FilterOption[];
  /** The value now; "" for none. */
  value: string;
  /** The list's own address and what else stands in it, for the form without a script. */
  action: string;
  fields: readonly (readonly [string, string])[];
  /** The address without this condition. */
  cleared: string;
  /** How many activities there would be. */
  count: (value: string) => Promise<number>;
  onApply: (value: string) => void;
  /** Opened or closed, also by the browser itself. */
  onToggle: (panel: HTMLDetailsElement) => void;
};

const chosenIn = (form: HTMLFormElement, name: string): string => {
  const chosen = new FormData(form).get(name);
  return typeof chosen === "string" ? chosen : "";
};

const textFor = (count: number | null): string => {
  if (count === null) return words.list.showUncounted;
  return count === 0 ? words.list.showNone : words.list.show(count);
};

/**
 * One filter with its panel: a `details` with a GET form, so that it opens at the first touch
 * and works without the script; with it, the button tells how many there will be.
 */
export function FilterPanel(props: FilterPanelProps) {
  const { name, label, options, value, action, fields, cleared, count, onApply, onToggle } = props;
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<number | null>(null);
  const asked = useRef(0);
  const recount = async () => {
    if (!form.current) return;
    const mine = ++asked.current;
    // Without a number the button still says what it does.
    const number = await count(chosenIn(form.current, name)).catch(() => null);
    if (mine === asked.current) setFound(number);
  };
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onApply(chosenIn(event.currentTarget, name));
  };
  const choose = (wanted: string) => {
    for (const input of form.current?.querySelectorAll("input[type=radio]") ?? [])
      if (input instanceof HTMLInputElement) input.checked = input.value === wanted;
  };
  const isOn = value !== "";
  const chosen = options.find((option) => option.value === value);
  const shown = chosen?.short ?? chosen?.label ?? label;
  return (
    <details
      name="filter"
      className={classes(isOn && "on")}
      onToggle={(event) => {
        onToggle(event.currentTarget);
        if (!event.currentTarget.open) return choose(value);
        void recount();
      }}
    >
      <summary>
        <span className="el1">{shown}</span>
        <ChevronDownIcon size={16} />
      </summary>
      <form
        className="panel"
        method="get"
        action={action}
        ref={form}
        onSubmit={apply}
        onChange={() => void recount()}
      >
        {fields.map(([field, kept]) => (
          <input key={`${field} ${kept}`} type="hidden" name={field} value={kept} />
        ))}
        <Options name={name} label={label} options={options} value={value} />
        <div className="acts">
          <Link
            className="btn o f1"
            to={cleared}
            onClick={(event) => {
              event.preventDefault();
              choose("");
              void recount();
            }}
          >
            {words.list.reset}
          </Link>
          <Button type="submit" className="f2" aria-live="polite" disabled={found === 0}>
            {textFor(found)}
          </Button>
        </div>
      </form>
    </details>
  );
}

/** A group of radio buttons, as chips or, where there are pictures, as cards. */
function Options({
  name,
  label,
  options,
  value,
}: Pick<FilterPanelProps, "name" | "label" | "options" | "value">) {
  const hasPictures = options.some(({ imageUrl }) => imageUrl !== undefined);
  const radio = (option: FilterOption, content: ReactNode) => (
    <label key={option.value} className={hasPictures ? undefined : "chip"}>
      <input type="radio" name={name} value={option.value} defaultChecked={option.value === value} />
      {content}
    </label>
  );
  return (
    <fieldset className={hasPictures ? "ser" : "opts"}>
      <legend className="sr">{label}</legend>
      {!hasPictures && radio({ value: "", label: words.list.all }, words.list.all)}
      {options.map((option) =>
        radio(
          option,
          hasPictures ? (
            <>
              {option.imageUrl !== undefined && <Picture url={option.imageUrl} width={140} height={52} />}
              <b className="bs">{option.label}</b>
              <span className="ck">
                <CheckCircleIcon size={20} />
              </span>
            </>
          ) : (
            option.label
          ),
        ),
      )}
    </fieldset>
  );
}
