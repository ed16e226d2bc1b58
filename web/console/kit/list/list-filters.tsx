import { lazy, Suspense, useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { Popover } from "@base-ui/react/popover";
import { Select } from "@base-ui/react/select";
import { CloseIcon, SearchIcon } from "../../../ui/icons/common-icons.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { useDebouncedValue } from "../../../ui/hooks/use-debounced-value.ts";
import { ConsoleButton, ToolButton } from "../controls/console-button.tsx";
import * as controlsCss from "../controls/controls.module.css";
import { DateTimeInput } from "../form/date-time-input.tsx";
import * as calendarCss from "../form/calendar.module.css";
import { chosenLabel, OptionList } from "../form/select-input.tsx";
import { kitMessages } from "../messages.ts";
import { ChoiceLabel } from "./choice-label.tsx";
import { periodWords, readDays, writeDays, type ListFilter } from "./list-address.ts";
import * as listCss from "./list.module.css";
import { PeriodFilter } from "./period-filter.tsx";
import type { ListNavigation } from "./use-list-address.ts";

const RangeCalendar = lazy(async () => ({ default: (await import("../form/calendar.tsx")).RangeCalendar }));

// Only some pages have it, and it brings its own search field.
const LazyLookup = lazy(async () => ({ default: (await import("./lookup-filter.tsx")).LookupFilter }));

type ShownFilter = Exclude<ListFilter, { kind: "hidden" }>;
type FilterOf<K extends ShownFilter["kind"]> = Extract<ListFilter, { kind: K }>;
type ControlProps<K extends ShownFilter["kind"]> = {
  filter: FilterOf<K>;
  values: readonly string[];
  onChange: (values: readonly string[], isTyping?: boolean) => void;
};

const EVERY = "";

/** One option or 全部, or always one. */
const SelectFilter = ({ filter, values, onChange }: ControlProps<"select">) => {
  const { required, standard = kitMessages.all } = filter;
  const shown = values.length === 0 && required !== undefined ? [required] : values;
  return (
    <Select.Root<string>
      items={filter.options}
      value={shown[0] ?? EVERY}
      onValueChange={(value) => onChange(value === null || value === EVERY ? [] : [value])}
    >
      <Select.Trigger
        className={classNames(listCss.choice, values.length > 0 && required === undefined && listCss.chosen)}
        aria-label={filter.label}
      >
        <ChoiceLabel
          label={filter.label}
          text={shown.length === 0 ? standard : chosenLabel(filter.options, shown)}
        />
      </Select.Trigger>
      <OptionList
        options={
          required === undefined ? [{ value: EVERY, label: standard }, ...filter.options] : filter.options
        }
      />
    </Select.Root>
  );
};

/** Any number of options; none is 全部. */
const MultiFilter = ({ filter, values, onChange }: ControlProps<"multi">) => (
  <Select.Root<string, true>
    multiple
    items={filter.options}
    value={values}
    onValueChange={(chosen) => onChange(chosen)}
  >
    <Select.Trigger
      className={classNames(listCss.choice, values.length > 0 && listCss.chosen)}
      aria-label={filter.label}
    >
      <ChoiceLabel
        label={filter.label}
        text={values.length === 0 ? kitMessages.all : chosenLabel(filter.options, values)}
      />
    </Select.Trigger>
    <OptionList options={filter.options} />
  </Select.Root>
);

/** First and last day as texts and in a calendar. */
function DaysFilter({ filter, values, onChange }: ControlProps<"days">) {
  const range = readDays(values);
  return (
    <Popover.Root>
      <Popover.Trigger className={classNames(listCss.choice, values.length > 0 && listCss.chosen)}>
        <ChoiceLabel
          label={filter.label}
          text={values.length === 0 ? kitMessages.all : kitMessages.dateRange(range.from, range.to)}
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={controlsCss.menuLayer} sideOffset={6} align="start">
          <Popover.Popup className={calendarCss.popup} aria-label={filter.label}>
            <div className={listCss.days}>
              <DateTimeInput
                isDay
                label={kitMessages.from}
                value={range.from}
                onChange={(from) => onChange(writeDays({ ...range, from }), true)}
              />
              <DateTimeInput
                isDay
                label={kitMessages.to}
                value={range.to}
                onChange={(to) => onChange(writeDays({ ...range, to }), true)}
              />
            </div>
            <Suspense fallback={<div className={calendarCss.calendar} />}>
              <RangeCalendar value={range} onChange={(chosen) => onChange(writeDays(chosen), true)} />
            </Suspense>
            <ConsoleButton look="quiet" isSmall onClick={() => onChange([])}>
              {kitMessages.clearText}
            </ConsoleButton>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Typed text; `/` focuses the first one of a page. */
function TextFilter({ filter, values, onChange }: ControlProps<"text">) {
  const shown = values[0] ?? "";
  const [text, setText] = useState(shown);
  const settled = useDebouncedValue(text);
  // Back and 清除筛选 change the address, not the field.
  const [before, setBefore] = useState(shown);
  if (before !== shown) {
    setBefore(shown);
    setText(shown);
  }
  const wanted = settled === text ? settled.trim() : shown;
  const change = useEffectEvent(() => onChange(wanted === "" ? [] : [wanted], true));
  useEffect(() => {
    if (wanted !== shown) change();
  }, [wanted, shown]);
  return (
    <span className={listCss.text}>
      <SearchIcon size={16} />
      <input
        type="search"
        data-filter-text
        value={text}
        placeholder={filter.placeholder}
        aria-label={filter.label}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
    </span>
  );
}

/** The search is loaded when it is wanted, or shows the name of what is chosen. */
function LookupFilter(props: ControlProps<"lookup">) {
  const { filter, values } = props;
  const [isWanted, setWanted] = useState(false);
  const label = <ChoiceLabel label={filter.label} text={kitMessages.all} />;
  if (!isWanted && values.length === 0)
    return (
      <button
        type="button"
        className={listCss.choice}
        aria-haspopup="dialog"
        aria-expanded={false}
        aria-label={kitMessages.filterIs(filter.label, kitMessages.all)}
        onClick={() => setWanted(true)}
      >
        {label}
      </button>
    );
  return (
    <Suspense fallback={<span className={listCss.choice}>{label}</span>}>
      <LazyLookup {...props} isOpenAtFirst={isWanted} />
    </Suspense>
  );
}

const controls = {
  select: SelectFilter,
  multi: MultiFilter,
  days: DaysFilter,
  period: PeriodFilter,
  lookup: LookupFilter,
  text: TextFilter,
};

type ListFiltersProps = {
  filters: readonly ListFilter[];
  navigation: ListNavigation;
  /** At the right end: the choice of columns, a count. */
  children?: ReactNode;
};

/** Filters of a list; their values stand in the address. */
export function ListFilters({ filters, navigation, children }: ListFiltersProps) {
  const { address, setFilter, clearFilters } = navigation;
  const shown = filters.filter((filter): filter is ShownFilter => filter.kind !== "hidden");
  const isFiltered = shown.some(({ name }) => (address.filters[name] ?? []).length > 0);
  return (
    <fieldset className={listCss.bar} aria-label={kitMessages.filters}>
      {shown.map((filter) => {
        const Control = controls[filter.kind] as (props: ControlProps<ShownFilter["kind"]>) => ReactNode;
        return (
          <Control
            key={filter.name}
            filter={filter}
            values={address.filters[filter.name] ?? []}
            onChange={(values, isTyping) => setFilter(filter.name, values, isTyping)}
          />
        );
      })}
      {isFiltered && (
        <ToolButton label={kitMessages.clearFilters} icon={<CloseIcon size={16} />} onClick={clearFilters} />
      )}
      <span className={listCss.ends}>{children}</span>
    </fieldset>
  );
}

/** Chosen values of a filter in words. */
function chosenWords(
  filter: Exclude<ListFilter, { kind: "text" | "hidden" }>,
  values: readonly string[],
): string {
  if (filter.kind === "period") return periodWords(filter, values);
  // Its name is the server's: the button of the filter shows it.
  if (filter.kind === "lookup") return filter.label;
  if (filter.kind !== "days") return values.map((chosen) => chosenLabel(filter.options, [chosen])).join("、");
  const { from, to } = readDays(values);
  return kitMessages.dateRange(from, to);
}

/** A filter in words: its name and what was chosen or typed. */
export type FilterWord = { readonly label: string; readonly value: string; readonly isTyped: boolean };
/** Chosen options and typed texts in words, in the order of the filters. */
export const filterWordList = (
  filters: readonly ListFilter[],
  { address }: Pick<ListNavigation, "address">,
): FilterWord[] =>
  filters.flatMap((filter): FilterWord[] => {
    const values = address.filters[filter.name] ?? [];
    const [first] = values;
    if (first === undefined || filter.kind === "hidden") return [];
    if (filter.kind === "text") return [{ label: kitMessages.search, value: first, isTyped: true }];
    return [{ label: filter.label, value: chosenWords(filter, values), isTyped: false }];
  });

/** Chosen options in words: 华东区 · 二手车. Typed texts stay out, since they may name a person. */
export const filterWords = (filters: readonly ListFilter[], navigation: ListNavigation): string =>
  filterWordList(filters, navigation)
    .filter(({ isTyped }) => !isTyped)
    .map(({ value }) => value)
    .join(" · ");
