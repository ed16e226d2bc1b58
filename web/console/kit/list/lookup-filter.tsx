import { useState } from "react";
import { Combobox } from "@base-ui/react/combobox";
import { useQuery } from "@tanstack/react-query";
import { SearchIcon } from "../../../ui/icons/common-icons.tsx";
import { CheckIcon } from "../../../ui/icons/form-icons.tsx";
import { useDebouncedValue } from "../../../ui/hooks/use-debounced-value.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import * as controlsCss from "../controls/controls.module.css";
import type { Option } from "../form/select-input.tsx";
import * as formCss from "../form/form.module.css";
import { kitMessages } from "../messages.ts";
import * as utilityCss from "../styles/utility.module.css";
import { ChoiceLabel } from "./choice-label.tsx";
import type { ListFilter } from "./list-address.ts";
import * as listCss from "./list.module.css";

type LookupFilterProps = {
  filter: Extract<ListFilter, { kind: "lookup" }>;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  isOpenAtFirst: boolean;
};
const EVERY: Option = { value: "", label: kitMessages.all };
const isSame = (one: Option, other: Option): boolean => one.value === other.value;

/** One of more things than a list can show: the server finds them by a text. */
export function LookupFilter({ filter, values, onChange, isOpenAtFirst }: LookupFilterProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [text, setText] = useState("");
  const settled = useDebouncedValue(text.trim());
  const [chosen] = values;
  const { data: found = [], isFetching } = useQuery({
    queryKey: ["lookup", filter.name, settled],
    queryFn: () => filter.find(settled),
    enabled: isOpen,
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
  const { data: named } = useQuery({
    queryKey: ["lookup", filter.name, "named", chosen],
    queryFn: async () => (await filter.nameOf(chosen ?? "")) ?? chosen ?? "",
    enabled: chosen !== undefined,
    staleTime: 300_000,
  });
  const value = chosen === undefined ? EVERY : { value: chosen, label: named ?? chosen };
  const items = settled === "" ? [EVERY, ...found] : found;
  return (
    <Combobox.Root<Option>
      items={items}
      filter={null}
      value={value}
      isItemEqualToValue={isSame}
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        setText("");
      }}
      inputValue={text}
      onInputValueChange={setText}
      onValueChange={(next) => onChange(next === null || next.value === "" ? [] : [next.value])}
    >
      <Combobox.Trigger
        className={classNames(listCss.choice, chosen !== undefined && listCss.chosen)}
        aria-label={kitMessages.filterIs(filter.label, value.label)}
      >
        <ChoiceLabel label={filter.label} text={value.label} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className={controlsCss.menuLayer} sideOffset={6} align="start">
          <Combobox.Popup className={classNames(controlsCss.menu, listCss.lookup)} aria-label={filter.label}>
            <span className={listCss.text}>
              <SearchIcon size={16} />
              <Combobox.Input placeholder={filter.placeholder} aria-label={filter.placeholder} />
            </span>
            <Combobox.List className={formCss.options}>
              {(option: Option) => (
                <Combobox.Item key={option.value} value={option} className={controlsCss.menuItem}>
                  <span className={utilityCss.grow}>{option.label}</span>
                  <Combobox.ItemIndicator className={controlsCss.menuMark}>
                    <CheckIcon size={16} />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
            <Combobox.Status className={`${utilityCss.caption} ${utilityCss.muted} ${listCss.lookupNote}`}>
              {isFetching ? kitMessages.loading : items.length === 0 && kitMessages.nothingFound}
            </Combobox.Status>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
