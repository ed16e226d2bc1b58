import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { LIST_PAGE_ROWS } from "#contract/console/list.ts";
import type { OperatorRight } from "#contract/console/rights.ts";
import type { SavedView } from "#contract/console/views.ts";
import { QueryState } from "../feedback/query-state.tsx";
import { NothingFound } from "../feedback/page-state.tsx";
import { WithSidePanel } from "../overlay/side-panel.tsx";
import * as utilityCss from "../styles/utility.module.css";
import { BulkBar } from "../table/bulk-bar.tsx";
import { ColumnChooser } from "../table/column-chooser.tsx";
import { DataTable, type DataTableProps } from "../table/data-table.tsx";
import { TableFoot } from "../table/table-foot.tsx";
import { TableSkeleton } from "../table/table-skeleton.tsx";
import { ListFilters, filterWords } from "./list-filters.tsx";
import { readListAddress } from "./list-address.ts";
import type { List, ListRows } from "./use-list.ts";
import { ViewTabs, type SavedViews } from "./view-tabs.tsx";

type ListPageProps<F, R> = Pick<
  DataTableProps<R>,
  "label" | "columns" | "rowId" | "rowName" | "secondLine" | "isFailing" | "rowLink"
> & {
  list: List<F, R>;
  /** Right of the list, named when it is missing. */
  right?: OperatorRight;
  /** Shown while there are no rows at all: fact and first step. */
  empty: ReactNode;
  views?: SavedViews;
  /** Buttons for the ticked rows; absent: rows cannot be ticked. */
  bulk?: ReactNode;
  /** Panel of the open row; absent: rows have no panel. Closing it is `list.navigation.setOpen(null)`. */
  panel?: (id: string) => ReactNode;
  /** Words in the table's foot. */
  note?: ReactNode;
  /** Above the table within its card: tabs of states. */
  head?: ReactNode;
};

/**
 * List of the console: views, filters, table, pages and panel, with all states. Everything that tells which rows are shown
 * stands in the address (requirement CO30).
 */
export function ListPage<F, R>(props: ListPageProps<F, R>) {
  const { list, columns, empty, views, right } = props;
  const { navigation, query, filters } = list;
  const { address } = navigation;
  const isFiltered = Object.keys(address.filters).length > 0;
  const showView = (view: SavedView | null, isOpening = false): void =>
    navigation.showView(
      view === null
        ? { filters: {}, sort: null, columns: null, view: null }
        : {
            ...readListAddress(view.state.query, filters),
            columns: view.state.columns ?? null,
            view: view.viewId,
          },
      isOpening,
    );
  useDefaultView(views?.views, navigation.isPlain, (view) => showView(view, true));
  return (
    <div className={utilityCss.stack}>
      {views && <ViewTabs {...views} current={address.view} onShow={showView} />}
      <ListFilters filters={filters} navigation={navigation}>
        <ColumnChooser
          columns={columns}
          shown={address.columns ?? undefined}
          onChange={navigation.setColumns}
        />
      </ListFilters>
      <QueryState query={query} skeleton={<TableSkeleton columns={columns} />} {...(right && { right })}>
        {(page) => {
          if (page.rows.length > 0) return <ListTable {...props} page={page} />;
          if (!isFiltered && address.page === 1) return empty;
          return (
            <NothingFound filters={filterWords(filters, navigation)} onClear={navigation.clearFilters} />
          );
        }}
      </QueryState>
    </div>
  );
}

/** Shows the operator's default view when the list is opened without filters of its own; later 全部 stays 全部. */
function useDefaultView(
  views: readonly SavedView[] | undefined,
  isPlain: boolean,
  show: (view: SavedView) => void,
): void {
  const [wasPlain] = useState(isPlain);
  const isDone = useRef(false);
  const found = views?.find(({ isDefault }) => isDefault);
  const open = useEffectEvent(show);
  useEffect(() => {
    if (!wasPlain || isDone.current || found === undefined) return;
    isDone.current = true;
    open(found);
  }, [wasPlain, found]);
}

function ListTable<F, R>({
  page,
  list,
  bulk,
  panel,
  note,
  head,
  ...table
}: ListPageProps<F, R> & { page: ListRows<R> }) {
  const { navigation, selection, query } = list;
  const { address } = navigation;
  const offset = (address.page - 1) * LIST_PAGE_ROWS;
  const open = panel === undefined ? null : address.open;
  return (
    <WithSidePanel panel={open === null ? null : (panel?.(open) ?? null)}>
      <DataTable
        {...table}
        rows={page.rows}
        offset={offset}
        count={page.count}
        sort={address.sort}
        onSort={navigation.setSort}
        isBusy={query.isPlaceholderData}
        openId={open}
        {...(address.columns && { shownColumns: address.columns })}
        {...(bulk !== undefined && { selection })}
        {...(panel && { onOpen: (row: R) => navigation.setOpen(table.rowId(row)) })}
        head={
          <>
            {head}
            {bulk !== undefined && (
              <BulkBar selection={selection} found={page}>
                {bulk}
              </BulkBar>
            )}
          </>
        }
        foot={
          <TableFoot
            found={page}
            offset={offset}
            shown={page.rows.length}
            onPrevious={address.page > 1 ? navigation.toPrevious : null}
            onNext={page.next === null ? null : () => page.next !== null && navigation.toNext(page.next)}
          >
            {note}
          </TableFoot>
        }
      />
    </WithSidePanel>
  );
}
