import { lazy, Suspense, useState } from "react";
import { Popover } from "@base-ui/react/popover";
import { classNames } from "../../../ui/styles/class-names.ts";
import * as controlsCss from "../controls/controls.module.css";
import { DateTimeInput } from "../form/date-time-input.tsx";
import * as calendarCss from "../form/calendar.module.css";
import { kitMessages } from "../messages.ts";
import { ChoiceLabel } from "./choice-label.tsx";
import { periodWords, readDays, writeDays, type ListFilter } from "./list-address.ts";
import * as listCss from "./list.module.css";

const RangeCalendar = lazy(async () => ({ default: (await import("../form/calendar.tsx")).RangeCalendar }));

type PeriodFilterProps = {
  filter: Extract<ListFilter, { kind: "period" }>;
  values: readonly string[];
  onChange: (values: readonly string[], isTyping?: boolean) => void;
};

/** Period of days: one of the usual ones, or a first and a last day. */
export function PeriodFilter({ filter, values, onChange }: PeriodFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const [value = filter.standard] = values;
  const isOwn = !filter.options.some((option) => option.value === value);
  const range = isOwn ? readDays([value]) : { from: "", to: "" };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className={classNames(listCss.choice, value !== filter.standard && listCss.chosen)}
        aria-label={kitMessages.filterIs(filter.label, periodWords(filter, values))}
      >
        <ChoiceLabel label={filter.label} text={periodWords(filter, values)} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={controlsCss.menuLayer} sideOffset={6} align="start">
          <Popover.Popup className={calendarCss.popup} aria-label={filter.label}>
            <fieldset className={listCss.periods} aria-label={filter.label}>
              {filter.options.map((option) => (
                <button
                  key={option.value}
                  type="button"
                  aria-pressed={option.value === value}
                  onClick={() => {
                    onChange(option.value === filter.standard ? [] : [option.value]);
                    setOpen(false);
                  }}
                >
                  {option.label}
                </button>
              ))}
            </fieldset>
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
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
