import { useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import type { ComplaintDetail, ComplaintFilter, ListedComplaint } from "#contract/console/club/complaints.ts";
import { CommunityIcon } from "../../kit/controls/console-icons.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import { ListPage } from "../../kit/list/list-page.tsx";
import { useList, type List } from "../../kit/list/use-list.ts";
import { countText } from "../../kit/table/bulk-bar.tsx";
import { ConsolePage, ListExport, useMay, useSavedViews, useShortcuts } from "../../shell/index.ts";
import { clubKeys, loadComplaints, loadManagedGroups, type DecideArgs } from "../api.ts";
import { MemberFinder } from "../member-finder.tsx";
import { clubPageMessages } from "../messages.ts";
import { complaintMessages as texts } from "./messages.ts";
import { BulkDecide } from "./bulk-decide.tsx";
import { complaintSecondLine, decidedColumns, excerptText, openColumns } from "./complaint-columns.tsx";
import { complaintFilters, toDecidedFilter, toOpenFilter } from "./complaint-filters.ts";
import { ComplaintPanel } from "./complaint-panel.tsx";
import { ComplaintSummary } from "./complaint-summary.tsx";
import type { DecisionChoice } from "./decide-buttons.tsx";
import { useDecisions, type Undecided } from "./use-decisions.tsx";

type State = "open" | "decided";
const idOf = ({ complaintId }: ListedComplaint): string => complaintId;

/** Complaints that a decision left, with the cause. */
function UndecidedNote({
  undecided,
  rows,
  onClose,
}: {
  undecided: Undecided;
  rows: readonly ListedComplaint[];
  onClose: () => void;
}) {
  const { left } = texts;
  const wordsOf = (cause: Undecided[number]["cause"]): string | null => {
    const ids = undecided.filter((one) => one.cause === cause).map(({ complaintId }) => complaintId);
    if (ids.length === 0) return null;
    const names = ids.map((id) => {
      const row = rows.find(({ complaintId }) => complaintId === id);
      return row === undefined ? id : excerptText(row);
    });
    const first = names.slice(0, 5).join("、");
    return left[cause](names.length > 5 ? left.more(first, names.length) : first);
  };
  return (
    <NoteBar tone="warn" action={{ label: "×", onPress: onClose }}>
      {left.title(undecided.length)}
      {(["decided", "gone", "notAllowed"] as const).map((cause) => (
        <div key={cause}>{wordsOf(cause)}</div>
      ))}
    </NoteBar>
  );
}

/** The complaint before and after the open one, and its place in the page. */
function useNeighbours({ query, navigation }: List<ComplaintFilter, ListedComplaint>) {
  const rows = query.data?.rows ?? [];
  const { open } = navigation.address;
  const at = rows.findIndex(({ complaintId }) => complaintId === open);
  const show = (row: ListedComplaint | undefined): void => {
    if (row !== undefined) navigation.setOpen(row.complaintId);
  };
  return {
    rows,
    next: at < 0 ? undefined : (rows[at + 1] ?? rows[at - 1]),
    position: at < 0 || query.data === undefined ? null : texts.panel.position(at + 1, countText(query.data)),
    showNext: () => show(at < 0 ? rows[0] : rows[at + 1]),
    showPrevious: () => show(at < 0 ? rows[0] : rows[at - 1]),
  };
}

const useGroupOptions = () => {
  const { data } = useQuery({
    queryKey: [clubKeys.groups, "options"],
    queryFn: () => loadManagedGroups({ filter: { state: "open" } }),
  });
  return useMemo(
    () => (data?.rows ?? []).map(({ groupId, name }) => ({ value: groupId, label: name })),
    [data],
  );
};

function Complaints({ state }: { state: State }) {
  const isDecided = state === "decided";
  const groups = useGroupOptions();
  const filters = useMemo(() => complaintFilters(isDecided, groups), [isDecided, groups]);
  const list = useList<ComplaintFilter, "since" | "count" | "decided", ListedComplaint>({
    name: clubKeys.complaints,
    filters,
    toFilter: isDecided ? toDecidedFilter : toOpenFilter,
    load: (args) =>
      loadComplaints({ ...(isDecided && { sort: { by: "decided", isDescending: true } }), ...args }),
  });
  const { navigation, selection, filter, query } = list;
  const views = useSavedViews("complaints", filters, navigation);
  const canDecide = useMay("club.decide");
  const decisions = useDecisions();
  const { rows, next, position, showNext, showPrevious } = useNeighbours(list);
  useShortcuts([
    { keys: "n", label: texts.keys.next, group: texts.keys.group, run: showNext },
    { keys: "p", label: texts.keys.previous, group: texts.keys.group, run: showPrevious },
    { keys: "u", label: texts.keys.undo, group: texts.keys.group, run: decisions.undoLast },
  ]);
  async function decideOne({ complaint }: ComplaintDetail, choice: DecisionChoice): Promise<void> {
    const { complaintId, newestId } = complaint;
    const following = next?.complaintId ?? null;
    await decisions.run({ ...choice, selection: { items: [{ complaintId, newestId }] }, isAgain: isDecided });
    if (!isDecided) navigation.setOpen(following);
  }
  const chosen: DecideArgs["selection"] = selection.isEverything
    ? { filter, count: query.data?.count ?? 0 }
    : {
        items: rows
          .filter((row) => selection.ids.has(row.complaintId))
          .map(({ complaintId, newestId }) => ({ complaintId, newestId })),
      };
  return (
    <>
      {decisions.undecided.length > 0 && (
        <UndecidedNote undecided={decisions.undecided} rows={rows} onClose={decisions.clearUndecided} />
      )}
      {!isDecided && <ComplaintSummary navigation={navigation} />}
      <ListPage
        list={list}
        tools={<ListExport list="complaints" of={list} />}
        {...(!isDecided && { views })}
        right="club.read"
        label={texts.list}
        columns={isDecided ? decidedColumns : openColumns}
        rowId={idOf}
        rowName={excerptText}
        secondLine={complaintSecondLine}
        isFailing={({ isOverdue }) => isOverdue}
        note={isDecided ? undefined : texts.note}
        empty={
          <EmptyPage icon={<CommunityIcon size={20} />} {...(isDecided ? texts.emptyDecided : texts.empty)} />
        }
        {...(canDecide &&
          !isDecided && {
            bulk: (
              <BulkDecide
                count={
                  selection.isEverything && query.data ? countText(query.data) : String(selection.ids.size)
                }
                onDecide={async (choice) => {
                  await decisions.run({ ...choice, selection: chosen });
                  selection.clear();
                }}
              />
            ),
          })}
        panel={(id) => (
          <ComplaintPanel
            key={id}
            complaintId={id}
            isDecided={isDecided}
            position={position}
            onDecide={decideOne}
            onClose={() => navigation.setOpen(null)}
          />
        )}
      />
    </>
  );
}

/** 投诉与审核: the open complaints, for who may list them; else one member by a number. */
export function ComplaintsPage() {
  const canList = useMay("club.read");
  return (
    <ConsolePage title={clubPageMessages.title} right="club.read" reach="one">
      {canList ? <Complaints state="open" /> : <MemberFinder />}
    </ConsolePage>
  );
}

/** 已处理: the decided complaints, whose decision can be changed. */
export const DecidedComplaintsPage = () => (
  <ConsolePage title={clubPageMessages.title} right="club.read">
    <Complaints state="decided" />
  </ConsolePage>
);
