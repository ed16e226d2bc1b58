import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { GuestListRow } from "#contract/console/guests.ts";
import { PlusIcon } from "../../ui/icons/mall-icons.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import { ListPage } from "../kit/list/list-page.tsx";
import { useList } from "../kit/list/use-list.ts";
import { selectionArgument } from "../kit/table/row-selection.ts";
import { ConsolePage, JobNote, ListExport, useAddressDialog, useMay, useSavedViews } from "../shell/index.ts";
import { AddGuestDialog } from "./add-guest-dialog.tsx";
import { guestKeys, loadGuests, type GuestQuery, type GuestRows } from "./api.ts";
import { GuestBulkActions } from "./bulk-actions.tsx";
import { guestColumns, guestRowName, guestSecondLine } from "./guest-columns.tsx";
import { toGuestFilter, useGuestFilters } from "./guest-filters.ts";
import { GuestCounts } from "./guest-counts.tsx";
import { GuestFinder } from "./guest-finder.tsx";
import { GuestPanel } from "./guest-panel.tsx";
import { guestPageMessages as texts } from "./messages.ts";

const rowId = ({ signUpId }: GuestListRow): string => signUpId;

/** List of guests of one or all activities. */
function GuestList() {
  const client = useQueryClient();
  const filters = useGuestFilters();
  const [jobId, setJobId] = useState<string | null>(null);
  const list = useList<GuestQuery, "created" | "session", GuestListRow>({
    name: guestKeys.list,
    filters,
    toFilter: toGuestFilter,
    load: loadGuests,
  });
  const views = useSavedViews("guests", filters, list.navigation);
  const canAct = [useMay("signup.write"), useMay("signup.checkIn")].includes(true);
  const { query, selection, navigation, filter } = list;
  const page = query.data as GuestRows | undefined;
  // A search by name has no filter of the server: its ticked rows are named by their ids.
  const isSearch = filter.keyword !== null;
  const chosen =
    isSearch && selection.isEverything
      ? { ids: (page?.rows ?? []).map(rowId) }
      : selectionArgument(selection, {
          filter: filter.filter,
          count: page?.count ?? 0,
          asOf: page?.asOf ?? "",
        });
  return (
    <>
      <JobNote
        jobId={jobId}
        onEnd={() => void client.invalidateQueries({ queryKey: [guestKeys.list] })}
        onClose={() => setJobId(null)}
      />
      {page !== undefined && page.scanned !== null && (
        <NoteBar tone="mute">
          {texts.searched(page.scanned, page.rows.length)}
          {page.next !== null && ` · ${texts.searchOn}`}
        </NoteBar>
      )}
      <ListPage
        list={list}
        tools={<ListExport list="guests" of={list} toExport={(shown) => shown} />}
        label={texts.list}
        right="signup.read"
        columns={guestColumns}
        rowId={rowId}
        rowName={guestRowName}
        secondLine={guestSecondLine}
        views={views}
        note={texts.masked}
        empty={<EmptyPage title={texts.empty.title} text={texts.empty.text} />}
        {...(canAct && {
          bulk: (
            <GuestBulkActions
              selection={chosen}
              onStarted={(id) => {
                selection.clear();
                setJobId(id);
              }}
            />
          ),
        })}
        panel={(id) => <GuestPanel signUpId={id} onClose={() => navigation.setOpen(null)} />}
      />
    </>
  );
}

/** 报名: the list of guests; for who may not list them, one person found by a number, or the numbers alone. */
export function GuestsPage() {
  const canList = useMay("signup.read");
  const canFind = useMay("signup.read", "one");
  const canAdd = useMay("signup.write", "one");
  const [isAdding, setAdding] = useAddressDialog();
  return (
    <ConsolePage
      title={texts.title}
      isForPhones
      right="signup.read"
      reach="counts"
      actions={
        canAdd && (
          <ConsoleButton onClick={() => setAdding(true)}>
            <PlusIcon size={16} />
            {texts.add}
          </ConsoleButton>
        )
      }
    >
      {canList ? <GuestList /> : canFind ? <GuestFinder /> : <GuestCounts />}
      {isAdding && canAdd && <AddGuestDialog onClose={() => setAdding(false)} />}
    </ConsolePage>
  );
}
