import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Refusal } from "#contract/core/errors.ts";
import { dayOfWeek, toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { ConsoleSettingsView } from "#contract/console/watch/settings.ts";
import { CloseIcon } from "../../ui/icons/common-icons.tsx";
import { ConsoleButton, ToolButton } from "../kit/controls/console-button.tsx";
import { Segments } from "../kit/controls/segments.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { DateTimeInput } from "../kit/form/date-time-input.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { saveDay, settingsKey } from "./api.ts";
import { settingPageMessages } from "./messages.ts";
import * as settingsCss from "./settings.module.css";

const { calendar: texts } = settingPageMessages;
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

type Days = ConsoleSettingsView["days"];
/** This year, the next one, and those with days. */
function yearsOf(days: Days): readonly string[] {
  const year = Number(toShanghaiDate(Date.now()).slice(0, 4));
  return [...new Set([...days.map(({ day }) => day.slice(0, 4)), String(year), String(year + 1)])].toSorted();
}

type ChangeDay = (day: string, isWorking: boolean | null) => Promise<void>;
function NewDay({ days, onChange }: { days: Days; onChange: ChangeDay }) {
  const [day, setDay] = useState("");
  const [kind, setKind] = useState<"off" | "working">("off");
  const isListed = days.some((listed) => listed.day === day && listed.isWorking === (kind === "working"));
  return (
    <form
      className={settingsCss.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDay(day) && !isListed) void onChange(day, kind === "working").then(() => setDay(""));
      }}
    >
      <DateTimeInput isDay label={texts.day} value={day} onChange={setDay} />
      <Segments
        label={texts.kind}
        value={kind}
        onChange={setKind}
        options={[
          { value: "off", label: texts.off },
          { value: "working", label: texts.working },
        ]}
      />
      <ConsoleButton type="submit" disabled={!isDay(day) || isListed}>
        {texts.add}
      </ConsoleButton>
      {isListed && <span className={utilityCss.muted}>{texts.exists}</span>}
    </form>
  );
}

/** 工作日历: days that differ from Monday to Friday, by year. */
export function CalendarPanel({ days }: { days: Days }) {
  const client = useQueryClient();
  const years = yearsOf(days);
  const [year, setYear] = useState(() => toShanghaiDate(Date.now()).slice(0, 4));
  const shown = days.filter(({ day }) => day.startsWith(year));
  const change: ChangeDay = async (day, isWorking) => {
    try {
      await saveDay(day, isWorking);
      showResult(texts.saved);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
    }
    await client.invalidateQueries({ queryKey: settingsKey });
  };
  return (
    <Panel
      title={texts.title}
      actions={
        <Segments
          label={texts.year}
          value={year}
          onChange={setYear}
          options={years.map((value) => ({ value, label: value }))}
        />
      }
    >
      <p className={settingsCss.text}>{texts.text}</p>
      {shown.length === 0 ? (
        <NoteBar tone="warn">{texts.missing(year)}</NoteBar>
      ) : (
        <ul className={settingsCss.days}>
          {shown.map(({ day, isWorking }) => (
            <li key={day}>
              <time dateTime={day}>{day}</time>
              <span className={settingsCss.weekday}>
                {texts.weekdays[dayOfWeek(`${day}T00:00:00+08:00`)]}
              </span>
              <Badge tone={isWorking ? "info" : "mute"}>{isWorking ? texts.working : texts.off}</Badge>
              <ToolButton
                isSmall
                label={texts.remove(day)}
                icon={<CloseIcon size={16} />}
                onClick={() => void change(day, null)}
              />
            </li>
          ))}
        </ul>
      )}
      <NewDay days={days} onChange={change} />
    </Panel>
  );
}
