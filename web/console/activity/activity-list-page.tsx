import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { activityStates, type ActivityState } from "#contract/console/activity/labels.ts";
import type { ActivityFilter, ConsoleActivity } from "#contract/console/activity/activities.ts";
import { businessTypes } from "#contract/activity/labels.ts";
import { sponsorLevels2 } from "#contract/activity/sponsors.ts";

import { PlusIcon } from "../../ui/icons/mall-icons.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Segments } from "../kit/controls/segments.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import { readDays, type FilterValues, type ListFilter } from "../kit/list/list-address.ts";
import { ListPage } from "../kit/list/list-page.tsx";
import { useList } from "../kit/list/use-list.ts";
import { countText } from "../kit/table/bulk-bar.tsx";
import { selectionArgument } from "../kit/table/row-selection.ts";
import {
  cityLookup,
  ConsolePage,
  dealerLookup,
  JobNote,
  ListExport,
  useAddressDialog,
  useMay,
  useSavedViews,
} from "../shell/index.ts";
import { activityColumns } from "./activity-columns.tsx";
import { loadCounts, activityKeys, loadActivities } from "./api.ts";
import { ActivityBoard } from "./board.tsx";
import { ActivityBulkActions } from "./bulk/bulk-actions.tsx";
import { CreateDialog } from "./create-dialog.tsx";
import { consoleActivityTexts as texts } from "./messages.ts";
import { StateTabs } from "./state-tabs.tsx";

const { filters: labels } = texts;
const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
const filters: readonly ListFilter[] = [
  { kind: "text", name: "q", label: texts.search, placeholder: texts.search },
  { kind: "multi", name: "state", label: labels.state, options: options(activityStates) },
  { kind: "select", name: "type", label: labels.businessType, options: options(businessTypes) },
  {
    kind: "select",
    name: "sponsor",
    label: labels.sponsor,
    options: [{ value: "107001", label: texts.headquarters }, ...options(sponsorLevels2)],
  },
  { kind: "days", name: "days", label: labels.time },
  cityLookup,
  dealerLookup,
];

const CITY = /^[1-9][0-9]{5}$/;
const NUMBER = /^[0-9]{1,19}$/;
/** The call's filter; an incomplete city or dealer filters nothing. */
export function toFilter(values: FilterValues): ActivityFilter {
  const one = (name: string): string => values[name]?.[0] ?? "";
  const sponsor = one("sponsor");
  const { from, to } = readDays(values["days"]);
  const [city, dealer, type] = [one("city"), one("dealer"), one("type")];
  return {
    ...(values["state"] && { states: [...values["state"]] as ActivityState[] }),
    ...(type !== "" && { businessType: Number(type) as 1 | 2 | 3 | 4 }),
    ...(sponsor === "107001" && { sponsorLevel1: "107001" as const }),
    ...(sponsor !== "" && sponsor !== "107001" && { sponsorLevel2: sponsor }),
    ...(CITY.test(city) && { cityCode: city }),
    ...(NUMBER.test(dealer) && { dealerId: dealer }),
    ...(one("q").trim() !== "" && { text: one("q").trim() }),
    ...(from !== "" && { from: `${from}T00:00:00+08:00` }),
    ...(to !== "" && { to: `${to}T23:59:59+08:00` }),
  };
}

/** Activities in scope, as a list or as a board by week. */
export function ActivityListPage() {
  const [search, setSearch] = useSearchParams();
  const [isCreating, setCreating] = useAddressDialog();
  const mayWrite = useMay("activity.write");
  const isBoard = search.get("look") === "board";
  const create = mayWrite ? (
    <ConsoleButton look="primary" onClick={() => setCreating(true)}>
      <PlusIcon size={16} />
      {texts.create}
    </ConsoleButton>
  ) : null;
  const look = (
    <Segments
      label={texts.view}
      options={[
        { value: "list", label: texts.views.list },
        { value: "board", label: texts.views.board },
      ]}
      value={isBoard ? "board" : "list"}
      onChange={(value) => setSearch(value === "board" ? { look: "board" } : {})}
    />
  );
  return (
    <ConsolePage
      title={texts.title}
      right="activity.read"
      actions={
        <>
          {look}
          {create}
        </>
      }
    >
      {isBoard ? <ActivityBoard /> : <ActivityTable create={create} />}
      <CreateDialog isOpen={isCreating && mayWrite} onClose={() => setCreating(false)} />
    </ConsolePage>
  );
}

function ActivityTable({ create }: { create: ReactNode }) {
  // Stages of sign-ups are those of the moment at which the page opened.
  const [columns] = useState(() => activityColumns(Date.now()));
  const list = useList({ name: activityKeys.list, filters, toFilter, load: loadActivities });
  const views = useSavedViews("activities", filters, list.navigation);
  const { query, selection, filter } = list;
  const { states: _states, ...unstated } = filter;
  const client = useQueryClient();
  const [jobId, setJobId] = useState<string | null>(null);
  const canAct = [useMay("activity.write"), useMay("activity.publish")].includes(true);
  const page = query.data;
  const chosen = selectionArgument(selection, {
    filter,
    count: page?.count ?? 0,
    asOf: page?.asOf ?? "",
  });
  const counts = useQuery({
    queryKey: [activityKeys.counts, unstated],
    queryFn: () => loadCounts(unstated),
  });
  const refresh = (): void => {
    for (const name of [activityKeys.list, activityKeys.counts])
      void client.invalidateQueries({ queryKey: [name] });
  };
  return (
    <>
      <JobNote jobId={jobId} onEnd={refresh} onClose={() => setJobId(null)} />
      <ListPage<ActivityFilter, ConsoleActivity>
        label={texts.listLabel}
        list={list}
        tools={<ListExport list="activities" of={list} />}
        columns={columns}
        right="activity.read"
        rowId={({ activityId }) => activityId}
        rowName={({ title }) => title}
        rowLink={({ activityId }) => `/activities/${activityId}`}
        views={views}
        {...(canAct &&
          page !== undefined && {
            bulk: (
              <ActivityBulkActions
                selection={chosen}
                count={"ids" in chosen ? String(chosen.ids.length) : countText(page)}
                onStarted={(id) => {
                  selection.clear();
                  setJobId(id);
                }}
              />
            ),
          })}
        head={<StateTabs counts={counts.data?.counts ?? []} navigation={list.navigation} />}
        empty={
          <EmptyPage title={texts.empty} text={texts.emptyText}>
            {create}
          </EmptyPage>
        }
      />
    </>
  );
}
