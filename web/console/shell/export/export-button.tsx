import { lazy, Suspense, use, useState } from "react";
import { createPortal } from "react-dom";
import type { ExportListName } from "#contract/console/export/exports.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { DownloadIcon } from "../../kit/controls/console-icons.tsx";
import { filterWordList, type FilterWord } from "../../kit/list/list-filters.tsx";
import type { List } from "../../kit/list/use-list.ts";
import type { ListSort } from "../../kit/table/column.ts";
import { PageActions } from "../page-actions.ts";
import { useMay } from "../session-context.tsx";
import type { ExportedFilter, FoundCount } from "./exported.ts";
import { listExportMessages } from "./messages.ts";

const ExportDialog = lazy(async () => ({ default: (await import("./export-dialog.tsx")).ExportDialog }));

type ExportButtonProps = {
  list: ExportListName;
  exported: ExportedFilter;
  /** Filter in words, for the file's first sheet. */
  words?: readonly FilterWord[];
  sort?: ListSort | null;
  /** Rows that are expected; absent: not known yet. */
  found: FoundCount | undefined;
  /** It stands where it is written, small, instead of in the page's head. */
  isInPlace?: boolean;
};

/** 导出 of rows: in the page's head, or where it stands if the page has none. */
export function ExportButton({
  list,
  exported,
  words = [],
  sort = null,
  found,
  isInPlace = false,
}: ExportButtonProps) {
  const place = use(PageActions);
  const mayExport = useMay("export.masked");
  const [isOpen, setOpen] = useState(false);
  if (!mayExport) return null;
  const button = (
    <ConsoleButton isSmall={isInPlace} onClick={() => setOpen(true)}>
      <DownloadIcon size={16} />
      {listExportMessages.export}
    </ConsoleButton>
  );
  const close = (): void => setOpen(false);
  return (
    <>
      {place === null || isInPlace ? button : createPortal(button, place)}
      {isOpen && (
        <Suspense>
          <ExportDialog {...{ list, exported, words, sort, found }} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

type ListExportProps<F, R> = {
  list: ExportListName;
  of: Pick<List<F, R>, "filter" | "filters" | "navigation" | "query">;
  /** Filter of the call, where the page's own one has more in it. */
  toExport?: (filter: F) => ExportedFilter;
};
/** 导出 of a list with the filter and order that it shows: `tools={<ListExport list="guests" of={list} />}`. */
export const ListExport = <F extends object, R>({ list, of, toExport }: ListExportProps<F, R>) => (
  <ExportButton
    list={list}
    exported={toExport?.(of.filter) ?? { filter: of.filter }}
    words={filterWordList(of.filters, of.navigation)}
    sort={of.navigation.address.sort}
    found={of.query.data}
  />
);
