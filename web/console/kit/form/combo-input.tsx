import { useId, useMemo, type Ref } from "react";
import { Combobox } from "@base-ui/react/combobox";
import { ChevronDownIcon, CloseIcon } from "../../../ui/icons/common-icons.tsx";
import { CheckIcon } from "../../../ui/icons/form-icons.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import * as controlsCss from "../controls/controls.module.css";
import { kitMessages } from "../messages.ts";
import * as formCss from "./form.module.css";
import { describedBy, hasFault, InputFrame, type KitInputProps } from "./input-frame.tsx";

/** Option of a list that is searched by typing. */
export type ComboOption = {
  readonly value: string;
  readonly label: string;
  /** At the right: a province, a kind. */
  readonly note?: string;
  /** Further words by which it is found: pinyin, a number. */
  readonly keywords?: string;
};

type ComboInputProps = KitInputProps<string> & {
  options: readonly ComboOption[];
  placeholder?: string;
  /** Called with what is typed, where the options come from the server; else the given ones are searched. */
  onSearch?: (text: string) => void;
  /** Name of the chosen value, where it is not among the options. */
  chosenLabel?: string | undefined;
};

/** Options that are shown at once. */
const SHOWN = 60;
const matches = ({ label, keywords = "" }: ComboOption, text: string): boolean =>
  `${label} ${keywords}`.toLowerCase().includes(text.trim().toLowerCase());
const labelOf = ({ label }: ComboOption): string => label;
const isSame = (one: ComboOption, other: ComboOption): boolean => one.value === other.value;

/** Choice of one of many options by typing a part of its name; "" while nothing is chosen. */
export function ComboInput(props: ComboInputProps) {
  const { label, value, onChange, onBlur, options, error, hint, isRequired, aside, onSearch, chosenLabel } =
    props;
  const { isDisabled = false, inputRef } = props;
  const id = useId();
  const chosen = useMemo(
    () =>
      value === ""
        ? null
        : (options.find((option) => option.value === value) ?? { value, label: chosenLabel ?? value }),
    [value, options, chosenLabel],
  );
  return (
    <InputFrame {...{ id, label, error, hint, aside }} isRequired={isRequired === true}>
      <Combobox.Root<ComboOption>
        items={options}
        value={chosen}
        disabled={isDisabled}
        filter={onSearch === undefined ? matches : null}
        limit={SHOWN}
        autoHighlight
        itemToStringLabel={labelOf}
        isItemEqualToValue={isSame}
        onValueChange={(next) => onChange(next?.value ?? "")}
        onInputValueChange={(text, { reason }) => {
          if (reason === "input-change" || reason === "input-clear") onSearch?.(text);
        }}
        onOpenChange={(isOpen) => {
          if (isOpen) onSearch?.("");
          else onBlur?.();
        }}
      >
        <Combobox.InputGroup className={classNames(formCss.box, hasFault(error) && formCss.invalid)}>
          <Combobox.Input
            ref={inputRef as Ref<HTMLInputElement> | undefined}
            id={id}
            placeholder={props.placeholder ?? kitMessages.choose}
            {...describedBy(id, error, hint)}
          />
          <Combobox.Clear className={formCss.clear} aria-label={kitMessages.clearText}>
            <CloseIcon size={16} />
          </Combobox.Clear>
          <Combobox.Trigger className={formCss.clear} aria-label={kitMessages.openOptions(label)}>
            <ChevronDownIcon size={16} />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner className={controlsCss.menuLayer} sideOffset={6}>
            <Combobox.Popup className={classNames(controlsCss.menu, formCss.options)}>
              <Combobox.Empty className={formCss.noOption}>{kitMessages.noOption}</Combobox.Empty>
              <Combobox.List>
                {(option: ComboOption) => (
                  <Combobox.Item key={option.value} value={option} className={controlsCss.menuItem}>
                    {option.label}
                    {option.note !== undefined && <small className={formCss.optionNote}>{option.note}</small>}
                    <Combobox.ItemIndicator className={controlsCss.menuMark}>
                      <CheckIcon size={16} />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </InputFrame>
  );
}
