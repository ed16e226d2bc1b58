import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { LeadListFilter, LeadListRow } from "#contract/console/leads.ts";
import { ClockIcon } from "../../ui/icons/detail-icons.tsx";
import { Segments } from "../kit/controls/segments.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import { ListPage } from "../kit/list/list-page.tsx";
import { useList } from "../kit/list/use-list.ts";
import { countText } from "../kit/table/bulk-bar.tsx";
import { selectionArgument } from "../kit/table/row-selection.ts";
import { ConsolePage, JobNote, ListExport, useMay, useSavedViews } from "../shell/index.ts";
import { leadKeys, loadLeads, type LeadQuery, type LeadRows } from "./api.ts";
import { AssignmentDialog } from "./assignment-dialog.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import { CalendarDialog } from "./calendar-dialog.tsx";
import { leadColumns, leadRowName, leadSecondLine } from "./lead-columns.tsx";
import { toLeadFilter, useLeadFilters } from "./lead-filters.ts";
import { WithSidePanel } from "../kit/overlay/side-panel.tsx";
import { LeadBoard } from "./lead-board.tsx";
import { LeadFinder } from "./lead-finder.tsx";
import { LeadPanel } from "./lead-panel.tsx";
import { LeadSummary } from "./lead-summary.tsx";
import { leadPageMessages as texts } from "./messages.ts";

const viewOptions = [
  { value: "list", label: texts.views.list },
  { value: "board", label: texts.views.board },
] as const;
/** Filter of the board: its columns are the states. */
const boardFilter = ({ states: _states, ...filter }: LeadListFilter): LeadListFilter => filter;
const rowId = ({ leadId }: LeadListRow): string => leadId;

/** List of leads with the numbers by state above it, or as a board. */
function LeadDesk({ isBoard }: { isBoard: boolean }) {
  const client = useQueryClient();
  const filters = useLeadFilters();
  const [jobId, setJobId] = useState<string | null>(null);
  const [isAssigning, setAssigning] = useState(false);
  const [bulk, setBulk] = useState<"mark" | "remind" | null>(null);
  const canMark = useMay("lead.mark");
  const list = useList<LeadQuery, "updated" | "due", LeadListRow>({
    name: leadKeys.list,
    filters,
    toFilter: toLeadFilter,
    load: loadLeads,
  });
  const views = useSavedViews("leads", filters, list.navigation);
  const canAssign = useMay("lead.assign");
  const { query, selection, navigation, filter } = list;
  const page = query.data as LeadRows | undefined;
  const found = { filter: filter.filter, count: page?.count ?? 0, asOf: page?.asOf ?? "" };
  // A search by name has no filter of the server: its ticked rows are named by their ids.
  const isSearch = filter.keyword !== null && selection.isEverything;
  const chosen = isSearch ? { ids: (page?.rows ?? []).map(rowId) } : selectionArgument(selection, found);
  const refresh = (): void => {
    for (const name of [leadKeys.list, leadKeys.counts, ...leadKeys.assignees])
      void client.invalidateQueries({ queryKey: [name] });
  };
  return (
    <>
      <LeadSummary filter={filter.filter} navigation={navigation} />
      <JobNote jobId={jobId} onEnd={refresh} onClose={() => setJobId(null)} />
      {page !== undefined && page.scanned !== null && (
        <NoteBar tone="mute">{texts.searched(page.scanned, page.rows.length)}</NoteBar>
      )}
      {isBoard ? (
        <BoardWithPanel
          filter={boardFilter(filter.filter)}
          open={navigation.address.open}
          onOpen={navigation.setOpen}
        />
      ) : (
        <ListPage
          list={list}
          tools={<ListExport list="leads" of={list} toExport={(shown) => shown} />}
          label={texts.list}
          right="lead.read"
          columns={leadColumns}
          rowId={rowId}
          rowName={leadRowName}
          secondLine={leadSecondLine}
          isFailing={({ isOverdue }) => isOverdue}
          views={views}
          note={texts.masked}
          empty={<EmptyPage title={texts.empty.title} text={texts.empty.text} />}
          {...(canAssign && {
            bulk: (
              <>
                <ConsoleButton isSmall onClick={() => setAssigning(true)}>
                  {texts.assign.open}
                </ConsoleButton>
                <ConsoleButton isSmall onClick={() => setBulk("remind")}>
                  {texts.bulk.remind}
                </ConsoleButton>
                {canMark && (
                  <ConsoleButton isSmall onClick={() => setBulk("mark")}>
                    {texts.bulk.mark}
                  </ConsoleButton>
                )}
              </>
            ),
          })}
          panel={(id) => <LeadPanel leadId={id} onClose={() => navigation.setOpen(null)} />}
        />
      )}
      {bulk !== null && page !== undefined && (
        <BulkDialog
          act={bulk}
          selection={chosen}
          count={"ids" in chosen ? String(chosen.ids.length) : countText(page)}
          onStarted={(id) => {
            selection.clear();
            setJobId(id);
          }}
          onClose={() => setBulk(null)}
        />
      )}
      {isAssigning && page !== undefined && (
        <AssignmentDialog
          selection={chosen}
          count={"ids" in chosen ? String(chosen.ids.length) : countText(page)}
          onStarted={(id) => {
            selection.clear();
            setJobId(id);
          }}
          onClose={() => setAssigning(false)}
        />
      )}
    </>
  );
}

/** 线索: the list of leads; for who may not list them, one found by a number. */
export function LeadsPage() {
  const canList = useMay("lead.read");
  const [isCalendarOpen, setCalendarOpen] = useState(false);
  const [view, setView] = useState<"list" | "board">("list");
  return (
    <ConsolePage
      title={texts.title}
      isForPhones
      right="lead.read"
      reach="one"
      actions={
        canList && (
          <>
            <Segments label={texts.views.label} options={viewOptions} value={view} onChange={setView} />
            <ConsoleButton onClick={() => setCalendarOpen(true)}>
              <ClockIcon size={16} />
              {texts.calendar.open}
            </ConsoleButton>
          </>
        )
      }
    >
      {canList ? <LeadDesk isBoard={view === "board"} /> : <LeadFinder />}
      {isCalendarOpen && <CalendarDialog onClose={() => setCalendarOpen(false)} />}
    </ConsolePage>
  );
}

type BoardWithPanelProps = {
  filter: LeadListFilter;
  open: string | null;
  onOpen: (leadId: string | null) => void;
};
const BoardWithPanel = ({ filter, open, onOpen }: BoardWithPanelProps) => (
  <WithSidePanel panel={open === null ? null : <LeadPanel leadId={open} onClose={() => onOpen(null)} />}>
    <LeadBoard filter={filter} onOpen={onOpen} />
  </WithSidePanel>
);
