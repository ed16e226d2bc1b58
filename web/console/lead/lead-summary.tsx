import { useQuery } from "@tanstack/react-query";
import { leadState, type LeadCounts, type LeadListFilter } from "#contract/console/leads.ts";
import { formatCount } from "../../ui/display/format.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { NoteBar } from "../kit/display/note-bar.tsx";
import type { ListNavigation } from "../kit/list/use-list-address.ts";
import * as utilityCss from "../kit/styles/utility.module.css";
import { leadKeys, loadLeadCounts } from "./api.ts";
import * as leadCss from "./lead.module.css";
import { leadPageMessages as texts } from "./messages.ts";

/** Filter of the summary: that of the list without the parts that the summary itself chooses. */
const baseFilter = ({ activityId, dealerId, assigneeId }: LeadListFilter): LeadListFilter => ({
  ...(activityId !== undefined && { activityId }),
  ...(dealerId !== undefined && { dealerId }),
  ...(assigneeId !== undefined && { assigneeId }),
});

type TabProps = {
  label: string;
  value: number;
  isOn: boolean;
  isAlert?: boolean;
  more?: string;
  onPress: () => void;
};
const Tab = ({ label, value, isOn, isAlert = false, more, onPress }: TabProps) => (
  <button type="button" aria-pressed={isOn} className={isAlert ? leadCss.alert : undefined} onClick={onPress}>
    <p>{label}</p>
    <b>{formatCount(value)}</b>
    {more !== undefined && <span className={utilityCss.caption}> {more}</span>}
  </button>
);

const Overdue = ({ counts }: { counts: LeadCounts }) =>
  counts.overdue === 0 ? null : (
    <NoteBar tone="error">
      {texts.overdue(counts.overdue, counts.longestHours)}
      {counts.escalated > 0 && `，${texts.escalated(counts.escalated)}`}。{texts.rule}。
    </NoteBar>
  );

type LeadSummaryProps = { filter: LeadListFilter; navigation: ListNavigation };
/** Numbers by state, which are also the list's filters, and the overdue ones. */
export function LeadSummary({ filter, navigation }: LeadSummaryProps) {
  const base = baseFilter(filter);
  const { data } = useQuery({
    queryKey: [leadKeys.counts, base],
    queryFn: () => loadLeadCounts(base),
    refetchInterval: 60_000,
  });
  if (data === undefined) return null;
  const { filters } = navigation.address;
  const chosen = filters["state"] ?? [];
  const isDue = filters["sla"]?.[0] === "due";
  const show = (states: readonly string[], sla: readonly string[]): void =>
    navigation.showView({
      filters: Object.fromEntries(
        Object.entries({ ...filters, state: states, sla }).filter(([, values]) => values.length > 0),
      ),
      sort: sla.length > 0 ? { by: "due", isDescending: false } : null,
      columns: navigation.address.columns,
      view: null,
    });
  return (
    <>
      <fieldset className={classNames(utilityCss.panel, leadCss.summary)} aria-label={texts.summary}>
        {leadState.options.map((state) => {
          const isOn = chosen.length === 1 && chosen[0] === state && !isDue;
          return (
            <Tab
              key={state}
              label={texts.states[state]}
              value={data.counts[state]}
              isOn={isOn}
              onPress={() => show(isOn ? [] : [state], [])}
            />
          );
        })}
        <Tab
          label={texts.overdueAndDue}
          value={data.due}
          more={texts.overdueOf(data.overdue)}
          isAlert={data.due > 0}
          isOn={isDue}
          onPress={() => show([], isDue ? [] : ["due"])}
        />
      </fieldset>
      <Overdue counts={data} />
    </>
  );
}
