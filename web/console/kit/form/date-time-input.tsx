import { lazy, Suspense, useId, useState, type Ref } from "react";
import { Popover } from "@base-ui/react/popover";
import { CalendarIcon } from "../../../ui/icons/common-icons.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { ToolButton } from "../controls/console-button.tsx";
import * as controlsCss from "../controls/controls.module.css";
import { kitMessages } from "../messages.ts";
import { joinMoment, splitMoment, tidyMoment } from "./day-text.ts";
import * as calendarCss from "./calendar.module.css";
import * as formCss from "./form.module.css";
import { describedBy, hasFault, InputFrame, labelIdOf, type KitInputProps } from "./input-frame.tsx";

// Loaded when a calendar is first opened: it brings its own date library.
const DayCalendar = lazy(async () => ({ default: (await import("./calendar.tsx")).DayCalendar }));

type CalendarButtonProps = { day: string; onChoose: (day: string) => void; isDisabled: boolean };
function CalendarButton({ day, onChoose, isDisabled }: CalendarButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        disabled={isDisabled}
        render={<ToolButton isSmall label={kitMessages.openCalendar} icon={<CalendarIcon size={16} />} />}
      />
      <Popover.Portal>
        <Popover.Positioner className={controlsCss.menuLayer} sideOffset={6} align="end">
          <Popover.Popup className={calendarCss.popup} aria-label={kitMessages.calendar}>
            <Suspense fallback={<div className={calendarCss.calendar} />}>
              <DayCalendar
                value={day}
                onChange={(chosen) => {
                  onChoose(chosen);
                  setOpen(false);
                }}
              />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

type DateTimeInputProps = KitInputProps<string> & {
  /** Only the day: the value is YYYY-MM-DD instead of a moment. */
  isDay?: boolean;
};

/**
 * Day and time of Shanghai as two fields with a calendar. The value is ISO 8601 with offset, "" while both are empty; a
 * text that is no moment is given on as it is, for the schema to refuse.
 */
export function DateTimeInput(props: DateTimeInputProps) {
  const { label, value, onChange, onBlur, error, hint, isRequired, aside, isDay = false, inputRef } = props;
  const { isDisabled = false } = props;
  const id = useId();
  const { day, time } = isDay ? { day: value, time: "" } : splitMoment(value);
  const change = (next: { day: string; time: string }): void => onChange(isDay ? next.day : joinMoment(next));
  const leave = (): void => {
    const tidied = tidyMoment(value, isDay);
    if (tidied !== value) onChange(tidied);
    onBlur?.();
  };
  const box = classNames(formCss.box, hasFault(error) && formCss.invalid);
  return (
    <InputFrame {...{ id, label, error, hint, aside }} isRequired={isRequired === true} isGroup>
      <fieldset
        className={classNames(formCss.dateTime, isDay && formCss.dateOnly)}
        aria-labelledby={labelIdOf(id)}
      >
        <div className={box}>
          <input
            ref={inputRef as Ref<HTMLInputElement> | undefined}
            aria-label={kitMessages.dayOf(label)}
            placeholder="2026-11-28"
            value={day}
            disabled={isDisabled}
            {...describedBy(id, error, hint)}
            onChange={(event) => change({ day: event.target.value, time })}
            onBlur={leave}
          />
          <CalendarButton
            day={day}
            isDisabled={isDisabled}
            onChoose={(chosen) => change({ day: chosen, time })}
          />
        </div>
        {!isDay && (
          <div className={box}>
            <input
              aria-label={kitMessages.timeOf(label)}
              placeholder="08:30"
              inputMode="numeric"
              value={time}
              disabled={isDisabled}
              {...describedBy(id, error, hint)}
              onChange={(event) => change({ day, time: event.target.value })}
              onBlur={leave}
            />
          </div>
        )}
      </fieldset>
    </InputFrame>
  );
}
