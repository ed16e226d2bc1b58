import { DayPicker, type DateRange } from "react-day-picker";
import { zhCN } from "react-day-picker/locale/zh-CN";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import * as calendarCss from "./calendar.module.css";

const dateOf = (day: string): Date | undefined => {
  const date = new Date(`${day}T00:00:00+08:00`);
  return Number.isNaN(date.getTime()) ? undefined : date;
};
const textOf = (date: Date | undefined): string => (date === undefined ? "" : toShanghaiDate(date));

const look = {
  locale: zhCN,
  timeZone: "Asia/Shanghai",
  showOutsideDays: true,
  // The popup's button has been pressed to come here.
  autoFocus: true,
  className: calendarCss.calendar,
  classNames: {
    month_caption: calendarCss.calendarTitle,
    nav: calendarCss.calendarMoves,
    weekday: calendarCss.weekday,
    day: calendarCss.day,
    day_button: calendarCss.dayButton,
    today: calendarCss.dayToday,
    selected: calendarCss.daySelected,
    outside: calendarCss.dayOutside,
    range_middle: calendarCss.dayMiddle,
  },
} as const;

/** Grid of a month for one day, YYYY-MM-DD; arrows and PageDown move the focused day. */
export function DayCalendar({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  const selected = dateOf(value);
  return (
    <DayPicker
      {...look}
      mode="single"
      required
      selected={selected}
      {...(selected && { defaultMonth: selected })}
      onSelect={(day) => onChange(textOf(day))}
    />
  );
}

/** First and last day, YYYY-MM-DD, both included; "" is open. */
export type CalendarRange = { readonly from: string; readonly to: string };

/** Grid of a month for a range of days. */
export function RangeCalendar({
  value,
  onChange,
}: {
  value: CalendarRange;
  onChange: (range: CalendarRange) => void;
}) {
  const range: DateRange = { from: dateOf(value.from), to: dateOf(value.to) };
  return (
    <DayPicker
      {...look}
      mode="range"
      selected={range}
      {...(range.from && { defaultMonth: range.from })}
      onSelect={(chosen) => onChange({ from: textOf(chosen?.from), to: textOf(chosen?.to) })}
    />
  );
}
