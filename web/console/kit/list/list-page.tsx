import type { ReactNode } from "react";
import { LIST_PAGE_ROWS } from "#contract/console/list.ts";
import type { OperatorRight } from "#contract/console/rights.ts";
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
import * as listCss from "./list.module.css";
import { SavedViewTabs } from "./saved-view-tabs.tsx";
import type { List, ListRows } from "./use-list.ts";
import type { SavedViews } from "./view-tabs.tsx";

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
  /** Beside the choice of columns: the export. */
  tools?: ReactNode;
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
  const { list, columns, empty, views, right, tools, head } = props;
  const { navigation, query, filters } = list;
  const { address } = navigation;
  const isFiltered = filters.some(
    ({ kind, name }) => kind !== "hidden" && (address.filters[name] ?? []).length > 0,
  );
  const headed = (content: ReactNode): ReactNode =>
    head === undefined ? (
      content
    ) : (
      <div className={listCss.found}>
        <div className={listCss.head}>{head}</div>
        {content}
      </div>
    );
  return (
    <div className={utilityCss.stack}>
      {views && <SavedViewTabs views={views} filters={filters} navigation={navigation} />}
      <ListFilters filters={filters} navigation={navigation}>
        {tools}
        <ColumnChooser
          columns={columns}
          shown={address.columns ?? undefined}
          onChange={navigation.setColumns}
        />
      </ListFilters>
      <QueryState query={query} skeleton={<TableSkeleton columns={columns} />} {...(right && { right })}>
        {(page) => {
          if (page.rows.length > 0) return <ListTable {...props} page={page} />;
          if (!isFiltered && address.page === 1) return headed(empty);
          return headed(
            <NothingFound filters={filterWords(filters, navigation)} onClear={navigation.clearFilters} />,
          );
        }}
      </QueryState>
    </div>
  );
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
            {head !== undefined && <div className={listCss.head}>{head}</div>}
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
