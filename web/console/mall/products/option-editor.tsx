import { useState } from "react";
import { productLimits, type ProductOption } from "#contract/console/mall/product-fields.ts";
import { CloseIcon } from "../../../ui/icons/common-icons.tsx";
import { PlusIcon } from "../../../ui/icons/mall-icons.tsx";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import * as matrixCss from "./matrix.module.css";
import { productPageMessages } from "./messages.ts";

const { matrix: texts } = productPageMessages;

type OptionEditorProps = {
  options: readonly ProductOption[];
  isReadOnly: boolean;
  onChange: (options: ProductOption[]) => void;
};

/** Options of a product as chips; each change of them changes the matrix. */
export function OptionEditor({ options, isReadOnly, onChange }: OptionEditorProps) {
  const replace = (at: number, option: ProductOption | null): void =>
    onChange(options.flatMap((one, index) => (index !== at ? [one] : (option ?? []))));
  return (
    <div className={matrixCss.options}>
      {options.map((option, at) => (
        // An option is known by its place: its name may be empty while it is typed.
        <OptionLine key={at} option={option} isReadOnly={isReadOnly} onChange={(next) => replace(at, next)} />
      ))}
      {!isReadOnly && options.length < productLimits.options && (
        <ConsoleButton isSmall look="quiet" onClick={() => onChange([...options, { name: "", values: [] }])}>
          <PlusIcon size={16} />
          {texts.addOption}
        </ConsoleButton>
      )}
    </div>
  );
}

type OptionLineProps = {
  option: ProductOption;
  isReadOnly: boolean;
  onChange: (option: ProductOption | null) => void;
};
function OptionLine({ option, isReadOnly, onChange }: OptionLineProps) {
  const { name, values } = option;
  const [typed, setTyped] = useState("");
  const add = (): void => {
    const added = typed
      .split(/[、,，;；\n]/)
      .map((value) => value.trim())
      .filter((value, index, all) => value !== "" && !values.includes(value) && all.indexOf(value) === index);
    if (added.length > 0)
      onChange({ name, values: [...values, ...added].slice(0, productLimits.optionValues) });
    setTyped("");
  };
  if (isReadOnly)
    return (
      <div className={matrixCss.option}>
        <span className={matrixCss.optionName}>{name}</span>
        {values.map((value) => (
          <span key={value} className={matrixCss.chip}>
            {value}
          </span>
        ))}
      </div>
    );
  return (
    <div className={matrixCss.option}>
      <input
        className={matrixCss.nameInput}
        value={name}
        aria-label={texts.optionName}
        placeholder={texts.optionHint}
        onChange={(event) => onChange({ name: event.target.value, values })}
      />
      {values.map((value) => (
        <span key={value} className={matrixCss.chip}>
          {value}
          <button
            type="button"
            aria-label={texts.removeValue(value)}
            onClick={() => onChange({ name, values: values.filter((one) => one !== value) })}
          >
            <CloseIcon size={16} />
          </button>
        </span>
      ))}
      <input
        className={matrixCss.valueInput}
        value={typed}
        aria-label={texts.valueOf(name)}
        placeholder={`+ ${texts.addValue}`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={add}
        onKeyDown={(event) => {
          // An input method's Enter takes its proposal.
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
      />
      <ConsoleButton
        isSmall
        look="quiet"
        aria-label={texts.removeOption(name)}
        onClick={() => onChange(null)}
      >
        <CloseIcon size={16} />
      </ConsoleButton>
    </div>
  );
}
