import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatCount } from "../../../ui/display/format.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import type { ListNavigation } from "../../kit/list/use-list-address.ts";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { clubKeys, loadClubFigures } from "../api.ts";
import * as clubCss from "../club.module.css";
import { complaintMessages as texts } from "./messages.ts";

/** Numbers of waiting and overdue complaints, with ways to the hidden content and the barred members. */
export function ComplaintSummary({ navigation }: { navigation: ListNavigation }) {
  const { data } = useQuery({
    queryKey: [clubKeys.figures, 7],
    queryFn: () => loadClubFigures(7),
    refetchInterval: 60_000,
  });
  if (data === undefined) return null;
  const { filters } = navigation.address;
  const isOn = (name: string, value: string): boolean => filters[name]?.[0] === value;
  const isPlain = Object.keys(filters).length === 0;
  const show = (next: Readonly<Record<string, readonly string[]>>): void =>
    navigation.showView({ filters: next, sort: null, columns: navigation.address.columns, view: null });
  const overdueHours = Math.floor((data.oldestMinutes ?? 0) / 60);
  return (
    <>
      <fieldset className={classNames(utilityCss.panel, clubCss.summary)} aria-label={texts.summary}>
        <button type="button" aria-pressed={isPlain} onClick={() => show({})}>
          <p>{texts.open}</p>
          <b>{formatCount(data.open)}</b>
        </button>
        <button
          type="button"
          className={data.overdue > 0 ? clubCss.alert : undefined}
          aria-pressed={isOn("age", "overdue")}
          onClick={() => show(isOn("age", "overdue") ? {} : { age: ["overdue"] })}
        >
          <p>{texts.overdue}</p>
          <b>{formatCount(data.overdue)}</b>
        </button>
        <button
          type="button"
          aria-pressed={isOn("reason", "review")}
          onClick={() => show(isOn("reason", "review") ? {} : { reason: ["review"] })}
        >
          <p>{texts.reviews}</p>
          <b>{formatCount(data.reviews)}</b>
        </button>
        <Link to="/hidden">
          <p>{texts.hidden}</p>
          <b>{formatCount(data.hidden)}</b>
        </Link>
        <Link to="/barred">
          <p>{texts.barred}</p>
          <b>{formatCount(data.barred)}</b>
        </Link>
      </fieldset>
      {data.overdue > 0 && (
        <NoteBar
          tone="error"
          {...(!isOn("age", "overdue") && {
            action: { label: texts.showOverdue, onPress: () => show({ age: ["overdue"] }) },
          })}
        >
          {texts.overdueNote(data.overdue, overdueHours)}
        </NoteBar>
      )}
    </>
  );
}
