import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "../../ui/form/button.tsx";
import { CheckCircleIcon } from "../../ui/icons/common-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { filterMessages } from "./filter-messages.ts";
import type { FilterOption, FilterPanelProps } from "./filter-props.ts";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as listPageCss from "./list-page.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const textFor = (count: number | null): string => {
  if (count === null) return filterMessages.showUncounted;
  return count === 0 ? filterMessages.showNone : filterMessages.show(count);
};

export type FilterFormProps = Omit<FilterPanelProps, "onToggle"> & {
  /** Choice in the server-rendered form that this form replaces. */
  chosen: string;
  /** Reads the choice of a form; the panel reads the server-rendered form with it. */
  readChoice: (form: HTMLFormElement, name: string) => string;
  /** Whether the panel is open. */
  isOpen: boolean;
};

/** Content of a filter panel: the options, the number of matching activities, and the submit button. */
export function FilterForm(props: FilterFormProps) {
  const { name, label, options, value, chosen, readChoice, isOpen, action, fields, cleared, count, onApply } =
    props;
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<number | null>(null);
  const requestCount = useRef(0);
  const recount = async () => {
    if (!form.current) return;
    const current = ++requestCount.current;
    // Without a number the button keeps its plain label.
    const number = await count(readChoice(form.current, name)).catch(() => null);
    if (current === requestCount.current) setFound(number);
  };
  const choose = (option: string) => {
    for (const input of form.current?.querySelectorAll("input[type=radio]") ?? [])
      if (input instanceof HTMLInputElement) input.checked = input.value === option;
  };
  const follow = useEffectEvent(() => (isOpen ? void recount() : choose(value)));
  useEffect(() => follow(), [isOpen]);
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onApply(readChoice(event.currentTarget, name));
  };
  return (
    <form
      className={listPageCss.panel}
      method="get"
      action={action}
      ref={form}
      onSubmit={apply}
      onChange={() => void recount()}
    >
      {fields.map(([field, fieldValue]) => (
        <input key={`${field} ${fieldValue}`} type="hidden" name={field} value={fieldValue} />
      ))}
      <Options name={name} label={label} options={options} chosen={chosen} />
      <div className={listPageCss.actions}>
        <Link
          className={`${controlsCss.button} ${controlsCss.outline} ${layoutCss.grow}`}
          to={cleared}
          onClick={(event) => {
            event.preventDefault();
            choose("");
            void recount();
          }}
        >
          {filterMessages.reset}
        </Link>
        <Button type="submit" className={layoutCss.growTwice} aria-live="polite" disabled={found === 0}>
          {textFor(found)}
        </Button>
      </div>
    </form>
  );
}

/** Group of radio buttons, shown as chips or, if they have pictures, as cards. */
function Options({
  name,
  label,
  options,
  chosen,
}: Pick<FilterFormProps, "name" | "label" | "options" | "chosen">) {
  const hasPictures = options.some(({ imageUrl }) => imageUrl !== undefined);
  const radio = (option: FilterOption, content: ReactNode) => (
    <label key={option.value} className={hasPictures ? undefined : controlsCss.chip}>
      <input type="radio" name={name} value={option.value} defaultChecked={option.value === chosen} />
      {content}
    </label>
  );
  return (
    <fieldset className={hasPictures ? listPageCss.seriesOptions : listPageCss.options}>
      <legend className={textCss.visuallyHidden}>{label}</legend>
      {!hasPictures && radio({ value: "", label: filterMessages.all }, filterMessages.all)}
      {options.map((option) =>
        radio(
          option,
          hasPictures ? (
            <>
              {option.imageUrl !== undefined && (
                <ResponsivePicture url={option.imageUrl} width={140} height={52} />
              )}
              <b className={textCss.small}>{option.label}</b>
              <span className={listPageCss.check}>
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
