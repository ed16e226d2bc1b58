import { useQuery } from "@tanstack/react-query";
import type { InventoryTable } from "#contract/console/watch/rights-requests.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Badge, type Tone } from "../kit/display/badge.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { Modal } from "../kit/overlay/modal.tsx";
import type { Column } from "../kit/table/column.ts";
import { DataTable } from "../kit/table/data-table.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import { loadInventory, requestKeys } from "./api.ts";
import { rightsRequestMessages } from "./messages.ts";

const { inventoryDialog: texts } = rightsRequestMessages;
const tones: Readonly<Record<InventoryTable["erased"], Tone>> = {
  deleted: "ok",
  unlinked: "info",
  kept: "mute",
};
const columns: readonly Column<InventoryTable>[] = [
  { id: "name", label: texts.name, cell: ({ title }) => title, isWide: true },
  { id: "table", label: texts.table, cell: ({ name }) => name, isNumber: true, hideBelow: "narrow" },
  { id: "exported", label: texts.exported, cell: ({ isExported }) => (isExported ? texts.yes : texts.no) },
  {
    id: "erased",
    label: texts.erased,
    cell: ({ erased }) => <Badge tone={tones[erased]}>{texts.treatments[erased]}</Badge>,
  },
];

/** 个人信息清单: every table with personal data, and what happens to it. */
export function InventoryDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery({ queryKey: requestKeys.inventory, queryFn: loadInventory });
  return (
    <Modal
      isOpen
      isWide
      title={texts.title}
      text={query.data && texts.text(query.data.length)}
      onClose={onClose}
      footer={<ConsoleButton onClick={onClose}>{texts.close}</ConsoleButton>}
    >
      <QueryState query={query} skeleton={<TableSkeleton columns={columns} />}>
        {(tables) => (
          <DataTable
            isInset
            label={texts.title}
            columns={columns}
            rows={tables}
            rowId={({ name }) => name}
            rowName={({ title }) => title}
          />
        )}
      </QueryState>
    </Modal>
  );
}
