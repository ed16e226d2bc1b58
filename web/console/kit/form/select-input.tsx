import { useId, type Ref } from "react";
import { Select } from "@base-ui/react/select";
import { ChevronDownIcon } from "../../../ui/icons/common-icons.tsx";
import { CheckIcon } from "../../../ui/icons/form-icons.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import * as controlsCss from "../controls/controls.module.css";
import { kitMessages } from "../messages.ts";
import * as formCss from "./form.module.css";
import { describedBy, hasFault, InputFrame, labelIdOf, type KitInputProps } from "./input-frame.tsx";

export type Option<V extends string = string> = { readonly value: V; readonly label: string };

/** List of options of a select; also of the filters. */
export const OptionList = ({ options }: { options: readonly Option[] }) => (
  <Select.Portal>
    <Select.Positioner className={controlsCss.menuLayer} sideOffset={6} alignItemWithTrigger={false}>
      <Select.Popup className={classNames(controlsCss.menu, formCss.options)}>
        <Select.List>
          {options.map(({ value, label }) => (
            <Select.Item key={value} value={value} className={controlsCss.menuItem}>
              <Select.ItemText>{label}</Select.ItemText>
              <Select.ItemIndicator className={controlsCss.menuMark}>
                <CheckIcon size={16} />
              </Select.ItemIndicator>
            </Select.Item>
          ))}
        </Select.List>
      </Select.Popup>
    </Select.Positioner>
  </Select.Portal>
);

type SelectInputProps<V extends string> = KitInputProps<V | ""> & {
  options: readonly Option<V>[];
  placeholder?: string;
};

/** Choice of one option; "" while nothing is chosen. */
export function SelectInput<V extends string>(props: SelectInputProps<V>) {
  const { label, value, onChange, onBlur, options, error, hint, isRequired, isDisabled, aside, inputRef } =
    props;
  const id = useId();
  return (
    <InputFrame {...{ id, label, error, hint, aside }} isRequired={isRequired === true} isGroup>
      <Select.Root<string>
        items={options}
        value={value === "" ? null : value}
        disabled={isDisabled === true}
        onValueChange={(chosen) => onChange((chosen ?? "") as V | "")}
        onOpenChange={(open) => !open && onBlur?.()}
      >
        <Select.Trigger
          ref={inputRef as Ref<HTMLButtonElement> | undefined}
          className={classNames(formCss.choice, hasFault(error) && formCss.invalid)}
          aria-labelledby={labelIdOf(id)}
          {...describedBy(id, error, hint)}
        >
          <Select.Value placeholder={props.placeholder ?? kitMessages.choose} />
          <ChevronDownIcon size={16} />
        </Select.Trigger>
        <OptionList options={options} />
      </Select.Root>
    </InputFrame>
  );
}

type MultiSelectInputProps<V extends string> = KitInputProps<readonly V[]> & {
  options: readonly Option<V>[];
  placeholder?: string;
};

/** Names of the chosen options: one, else the first and their number. */
export function chosenLabel(options: readonly Option[], values: readonly string[]): string {
  const first = options.find(({ value }) => value === values[0])?.label ?? values[0] ?? "";
  return values.length > 1 ? kitMessages.andMore(first, values.length) : first;
}

/** Choice of several options. */
export function MultiSelectInput<V extends string>(props: MultiSelectInputProps<V>) {
  const { label, value, onChange, onBlur, options, error, hint, isRequired, isDisabled, aside, inputRef } =
    props;
  const id = useId();
  return (
    <InputFrame {...{ id, label, error, hint, aside }} isRequired={isRequired === true} isGroup>
      <Select.Root<string, true>
        multiple
        items={options}
        value={value}
        disabled={isDisabled === true}
        onValueChange={(chosen) => onChange(chosen as V[])}
        onOpenChange={(open) => !open && onBlur?.()}
      >
        <Select.Trigger
          ref={inputRef as Ref<HTMLButtonElement> | undefined}
          className={classNames(formCss.choice, hasFault(error) && formCss.invalid)}
          aria-labelledby={labelIdOf(id)}
          {...describedBy(id, error, hint)}
        >
          <Select.Value>
            {() =>
              value.length === 0 ? (props.placeholder ?? kitMessages.choose) : chosenLabel(options, value)
            }
          </Select.Value>
          <ChevronDownIcon size={16} />
        </Select.Trigger>
        <OptionList options={options} />
      </Select.Root>
    </InputFrame>
  );
}
