import { useMemo, useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { OwnerCounts, OwnerFilter, OwnerRow } from "#contract/console/club/owners.ts";
import { formatCount } from "../../ui/display/format.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { PersonIcon } from "../../ui/icons/common-icons.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import type { FilterValues, ListFilter } from "../kit/list/list-address.ts";
import { ListPage } from "../kit/list/list-page.tsx";
import { NumberFinder } from "../kit/list/number-finder.tsx";
import { useList } from "../kit/list/use-list.ts";
import type { ListNavigation } from "../kit/list/use-list-address.ts";
import { WithSidePanel } from "../kit/overlay/side-panel.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { countText } from "../kit/table/bulk-bar.tsx";
import { DataTable } from "../kit/table/data-table.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import { ConsolePage, useMay, useSavedViews, useShortcuts } from "../shell/index.ts";
import { findOwnersByNumber, loadOwnerCounts, loadOwnerRows, ownerKeys } from "./api.ts";
import { ownerPageMessages as texts } from "./messages.ts";
import { OwnerActions } from "./owner-actions.tsx";
import { ownerColumns, ownerSecondLine } from "./owner-columns.tsx";
import { OwnerPanel } from "./owner-panel.tsx";
import * as ownerCss from "./owner.module.css";

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
const filtersWith = (series: OwnerCounts["series"]): readonly ListFilter[] => [
  { kind: "select", name: "state", label: texts.filters.state, options: optionsOf(texts.states) },
  { kind: "select", name: "answer", label: texts.filters.answer, options: optionsOf(texts.answerFilters) },
  {
    kind: "select",
    name: "series",
    label: texts.filters.series,
    options: series.map(({ code, name }) => ({ value: code, label: name })),
  },
  {
    kind: "select",
    name: "overdue",
    label: texts.filters.overdue,
    options: [{ value: "yes", label: texts.overdue }],
  },
];
const among = <V extends string>(
  names: Readonly<Record<V, unknown>>,
  value: string | undefined,
): V | undefined => (value !== undefined && value in names ? (value as V) : undefined);
function toFilter(values: FilterValues): OwnerFilter {
  const state = among(texts.states, values["state"]?.[0]);
  const answer = among(texts.answerFilters, values["answer"]?.[0]);
  const seriesCode = values["series"]?.[0];
  return {
    ...(state !== undefined && { state }),
    ...(answer !== undefined && { answer }),
    ...(seriesCode !== undefined && { seriesCode }),
    ...(values["overdue"]?.[0] === "yes" && { isOverdue: true }),
  };
}

type SummaryProps = { counts: OwnerCounts; navigation?: ListNavigation };
/** Numbers of the applications; for who may list them also filters. */
function OwnerSummary({ counts, navigation }: SummaryProps) {
  const filters = navigation?.address.filters ?? {};
  const items = [
    ["review", counts.review, { state: ["review"] }, false],
    ["overdueCount", counts.overdue, { overdue: ["yes"] }, counts.overdue > 0],
    ["failedCount", counts.failed, { state: ["review"], answer: ["failed"] }, counts.failed > 0],
    ["accepted", counts.accepted, { state: ["accepted"] }, false],
    ["declined", counts.declined, { state: ["declined"] }, false],
  ] as const;
  const isOn = (wanted: FilterValues): boolean => JSON.stringify(wanted) === JSON.stringify(filters);
  return (
    <fieldset className={classNames(utilityCss.panel, ownerCss.summary)} aria-label={texts.summary}>
      {items.map(([name, value, wanted, isAlert]) => {
        const content = (
          <>
            <p>{texts[name]}</p>
            <b>{formatCount(value)}</b>
          </>
        );
        const look = isAlert ? ownerCss.alert : undefined;
        return navigation === undefined ? (
          <div key={name} className={look}>
            {content}
          </div>
        ) : (
          <button
            key={name}
            type="button"
            className={look}
            aria-pressed={isOn(wanted)}
            onClick={() =>
              navigation.showView({
                filters: isOn(wanted) ? {} : wanted,
                sort: null,
                columns: navigation.address.columns,
                view: null,
              })
            }
          >
            {content}
          </button>
        );
      })}
    </fieldset>
  );
}

/** The list of applications with their numbers above it. */
function OwnerBoard({ counts }: { counts: OwnerCounts }) {
  const client = useQueryClient();
  const canReview = useMay("owner.review");
  const filters = useMemo(() => filtersWith(counts.series), [counts.series]);
  const list = useList<OwnerFilter, "created" | "decided", OwnerRow>({
    name: ownerKeys.list,
    filters,
    toFilter,
    load: loadOwnerRows,
  });
  const { navigation, selection, query } = list;
  const views = useSavedViews("owners", filters, navigation);
  const rows = query.data?.rows ?? [];
  const at = rows.findIndex(({ applicationId }) => applicationId === navigation.address.open);
  const show = (row: OwnerRow | undefined): void => {
    if (row !== undefined) navigation.setOpen(row.applicationId);
  };
  useShortcuts([
    { keys: "n", label: texts.keys.next, group: texts.keys.group, run: () => show(rows[at + 1]) },
    {
      keys: "p",
      label: texts.keys.previous,
      group: texts.keys.group,
      run: () => show(rows[Math.max(0, at - 1)]),
    },
  ]);
  const refresh = async (): Promise<void> => {
    selection.clear();
    await Promise.all(
      [ownerKeys.list, ownerKeys.counts, ownerKeys.details].map((name) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    );
  };
  const chosen = selection.isEverything ? rows.map(({ applicationId }) => applicationId) : [...selection.ids];
  const canAct = canReview && (counts.isAsked || counts.isByHand);
  return (
    <>
      <OwnerSummary counts={counts} navigation={navigation} />
      {counts.failed > 0 && counts.isAsked && canReview && (
        <NoteBar
          tone="warn"
          action={{
            label: texts.showFailed,
            onPress: () => navigation.setFilter("answer", ["failed"]),
          }}
        >
          {texts.failedNote(counts.failed)}
        </NoteBar>
      )}
      {counts.isByHand && canReview && <NoteBar tone="info">{texts.byHandNote}</NoteBar>}
      <ListPage
        list={list}
        views={views}
        right="owner.read"
        label={texts.list}
        columns={ownerColumns}
        rowId={({ applicationId }) => applicationId}
        rowName={({ name }) => name}
        secondLine={ownerSecondLine}
        isFailing={({ isOverdue }) => isOverdue}
        note={texts.note}
        empty={<EmptyPage icon={<PersonIcon size={20} />} {...texts.empty} />}
        {...(canAct && {
          bulk: (
            <OwnerActions
              isSmall
              ids={chosen}
              isAsked={counts.isAsked}
              isByHand={counts.isByHand}
              onChanged={refresh}
            />
          ),
        })}
        panel={(applicationId) => (
          <OwnerPanel
            key={applicationId}
            applicationId={applicationId}
            position={
              at < 0 || query.data === undefined ? null : texts.position(at + 1, countText(query.data))
            }
            onChanged={refresh}
            onClose={() => navigation.setOpen(null)}
          />
        )}
      />
    </>
  );
}

/** Applications of one person or car by a whole number, for operators without lists. */
function OwnerFinder() {
  // A hit of the search leads here with the application that it found.
  const [search] = useSearchParams();
  const [open, setOpen] = useState(search.get("open"));
  return (
    <WithSidePanel
      panel={
        open === null ? null : (
          <OwnerPanel
            applicationId={open}
            onChanged={() => Promise.resolve()}
            onClose={() => setOpen(null)}
          />
        )
      }
    >
      <NumberFinder
        texts={texts.finder}
        find={findOwnersByNumber}
        onFound={(rows) => setOpen(rows.length === 1 ? (rows[0]?.applicationId ?? null) : null)}
      >
        {(rows) => (
          <DataTable
            label={texts.list}
            columns={ownerColumns}
            rows={rows}
            rowId={({ applicationId }) => applicationId}
            rowName={({ name }) => name}
            secondLine={ownerSecondLine}
            openId={open}
            onOpen={({ applicationId }) => setOpen(applicationId)}
          />
        )}
      </NumberFinder>
    </WithSidePanel>
  );
}

const CountsOnly = ({ counts }: { counts: OwnerCounts }) => (
  <>
    <OwnerSummary counts={counts} />
    <NoteBar tone="mute">{texts.countsOnly}</NoteBar>
  </>
);

/** 车主认证: applications for who may list them; one person's for customer service; numbers for auditors. */
export function OwnersPage() {
  const canList = useMay("owner.read");
  const canFind = useMay("owner.read", "one");
  const query = useQuery({
    queryKey: [ownerKeys.counts],
    queryFn: loadOwnerCounts,
    refetchInterval: 60_000,
    enabled: canList || !canFind,
  });
  return (
    <ConsolePage title={texts.title} right="owner.read" reach="counts">
      {!canList && canFind ? (
        <OwnerFinder />
      ) : (
        <QueryState query={query} skeleton={<TableSkeleton columns={ownerColumns} />} right="owner.read">
          {(counts) => (canList ? <OwnerBoard counts={counts} /> : <CountsOnly counts={counts} />)}
        </QueryState>
      )}
    </ConsolePage>
  );
}
