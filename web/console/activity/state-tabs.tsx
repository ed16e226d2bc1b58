import { activityStates, type ActivityState } from "#contract/console/activity/labels.ts";
import { TabRow } from "../kit/layout/tab-row.tsx";
import type { ListNavigation } from "../kit/list/use-list-address.ts";
import { consoleActivityTexts as texts } from "./messages.ts";

const ALL = "all";
type StateTabsProps = {
  counts: readonly { readonly state: ActivityState; readonly count: number }[];
  navigation: ListNavigation;
};

/** Tabs of the states with their counts; several states, chosen in the filter, are no tab. */
export function StateTabs({ counts, navigation }: StateTabsProps) {
  const chosen = navigation.address.filters["state"] ?? [];
  const value = chosen.length === 1 ? (chosen[0] ?? ALL) : ALL;
  const countOf = (state: ActivityState): number => counts.find((one) => one.state === state)?.count ?? 0;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const shown = (Object.keys(activityStates) as ActivityState[]).filter(
    (state) => countOf(state) > 0 || state === value,
  );
  return (
    <TabRow
      label={texts.filters.state}
      value={value}
      onChange={(state: string) => navigation.setFilter("state", state === ALL ? [] : [state])}
      tabs={[
        { value: ALL, label: texts.all, count: total },
        ...shown.map((state) => ({
          value: state as string,
          label: activityStates[state],
          count: countOf(state),
        })),
      ]}
    />
  );
}
