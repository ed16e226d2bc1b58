import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import {
  kocState,
  type KocFilter,
  type KocListRow,
  type KocReviewState,
} from "#contract/console/koc/applications.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { PeopleIcon } from "../../ui/icons/common-icons.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import type { FilterValues, ListFilter } from "../kit/list/list-address.ts";
import { ListPage } from "../kit/list/list-page.tsx";
import { useList } from "../kit/list/use-list.ts";
import type { Column } from "../kit/table/column.ts";
import { activityLookup, ConsolePage, ListExport, useMay, useSavedViews } from "../shell/index.ts";
import { kocKeys, loadKocs, type KocReview } from "./api.ts";
import { KocActions } from "./koc-actions.tsx";
import { KocBadge } from "./koc-badge.tsx";
import { KocPanel } from "./koc-panel.tsx";
import { kocPageMessages as texts } from "./messages.ts";

const filters: readonly ListFilter[] = [
  activityLookup,
  {
    kind: "select",
    name: "state",
    label: texts.filters.state,
    options: kocState.options.map((value) => ({ value, label: texts.states[value] })),
  },
  {
    kind: "select",
    name: "ready",
    label: texts.filters.ready,
    options: [
      { value: "yes", label: texts.ready },
      { value: "no", label: texts.notReady },
    ],
  },
];
const columns: readonly Column<KocListRow>[] = [
  {
    id: "nickname",
    label: texts.columns.nickname,
    cell: ({ nickname }) => <span data-private>{nickname}</span>,
  },
  {
    id: "mobile",
    label: texts.columns.mobile,
    isNumber: true,
    hideBelow: "narrow",
    cell: ({ mobile }) => <span data-private>{mobile}</span>,
  },
  {
    id: "activity",
    label: texts.columns.activity,
    isWide: true,
    hideBelow: "narrow",
    cell: ({ activityTitle }) => activityTitle,
  },
  {
    id: "helpers",
    label: texts.columns.helpers,
    isNumber: true,
    cell: ({ helpers, goal }) => texts.helped(helpers, goal),
  },
  {
    id: "applied",
    label: texts.columns.applied,
    isNumber: true,
    isSortable: true,
    cell: ({ appliedTime }) => formatShort(appliedTime),
  },
  {
    id: "places",
    label: texts.columns.places,
    isNumber: true,
    hideBelow: "narrow",
    cell: ({ placesLeft }) => placesLeft,
  },
  { id: "state", label: texts.columns.state, cell: ({ state }) => <KocBadge state={state} /> },
];
const isState = (text: string | undefined): text is KocReviewState =>
  (kocState.options as readonly (string | undefined)[]).includes(text);
function toFilter(values: FilterValues): KocFilter {
  const state = values["state"]?.[0];
  const ready = values["ready"]?.[0];
  const activityId = values["activity"]?.[0]?.trim() ?? "";
  return {
    ...(isState(state) && { state }),
    ...(ready !== undefined && { isReady: ready === "yes" }),
    ...(/^[0-9]{1,19}$/.test(activityId) && { activityId }),
  };
}

/** Applications that a bulk act left undecided, with the cause. */
function UndecidedNote({ undecided }: Pick<KocReview, "undecided">) {
  const { undecided: words } = texts;
  const names = (cause: "noPlace" | "decided"): string | null => {
    const found = undecided.filter((each) => each.cause === cause).map(({ nickname }) => nickname);
    if (found.length === 0) return null;
    const first = found.slice(0, 10).join("、");
    return words[cause](found.length > 10 ? words.more(first, found.length) : first);
  };
  return (
    <NoteBar tone="warn">
      {words.title(undecided.length)}
      {(["noPlace", "decided"] as const).map((cause) => (
        <div key={cause} data-private>
          {names(cause)}
        </div>
      ))}
    </NoteBar>
  );
}

/** KOC 审核: the queue of applications, one with its evidence, and decisions for one or many (requirement CO65). */
export function KocPage() {
  const client = useQueryClient();
  const canReview = useMay("koc.review");
  const [undecided, setUndecided] = useState<KocReview["undecided"]>([]);
  const list = useList<KocFilter, "queue" | "applied", KocListRow>({
    name: kocKeys.list,
    filters,
    toFilter,
    load: loadKocs,
  });
  const views = useSavedViews("koc", filters, list.navigation);
  const { selection, filter, query, navigation } = list;
  async function onReviewed(review: KocReview): Promise<void> {
    setUndecided(review.undecided);
    selection.clear();
    await client.invalidateQueries({ queryKey: [kocKeys.list] });
    if (navigation.address.open !== null)
      await client.invalidateQueries({ queryKey: kocKeys.detail(navigation.address.open) });
  }
  const chosen = selection.isEverything
    ? { filter, count: query.data?.count ?? 0 }
    : { ids: [...selection.ids] };
  return (
    <ConsolePage title={texts.title} right="koc.read">
      {undecided.length > 0 && <UndecidedNote undecided={undecided} />}
      <ListPage
        list={list}
        tools={<ListExport list="koc" of={list} />}
        views={views}
        right="koc.read"
        label={texts.list}
        columns={columns}
        rowId={({ kocId }) => kocId}
        rowName={({ nickname }) => nickname}
        secondLine={({ activityTitle }) => activityTitle}
        note={texts.note}
        empty={
          <EmptyPage icon={<PeopleIcon size={20} />} title={texts.empty.title} text={texts.empty.text} />
        }
        {...(canReview && { bulk: <KocActions isSmall selection={chosen} onReviewed={onReviewed} /> })}
        panel={(kocId) => (
          <KocPanel
            key={kocId}
            kocId={kocId}
            onReviewed={onReviewed}
            onClose={() => navigation.setOpen(null)}
          />
        )}
      />
    </ConsolePage>
  );
}
