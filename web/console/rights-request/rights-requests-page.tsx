import { useState } from "react";
import {
  rightsRequestKind,
  rightsRequestState,
  type ListedRightsRequest,
  type RightsRequestKind,
  type RightsRequestState,
} from "#contract/console/watch/rights-requests.ts";
import { formatDate, formatShort } from "#contract/core/date-text.ts";
import { PersonIcon } from "../../ui/icons/common-icons.tsx";
import { PlusIcon } from "../../ui/icons/mall-icons.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import type { FilterValues, ListFilter } from "../kit/list/list-address.ts";
import { ListPage } from "../kit/list/list-page.tsx";
import { useList } from "../kit/list/use-list.ts";
import type { Column } from "../kit/table/column.ts";
import { ConsolePage, ListExport, useSavedViews, useShortcuts } from "../shell/index.ts";
import { loadRequests, requestKeys } from "./api.ts";
import { InventoryDialog } from "./inventory-dialog.tsx";
import { rightsRequestMessages as texts } from "./messages.ts";
import { RequestBadge } from "./request-badge.tsx";
import { RequestPanel } from "./request-panel.tsx";
import { TakeInDialog } from "./take-in-dialog.tsx";
import * as requestCss from "./rights-request.module.css";

const { columns: names, filters: filterNames } = texts;
const OVERDUE = "yes";
const filters: readonly ListFilter[] = [
  {
    kind: "multi",
    name: "state",
    label: filterNames.state,
    options: rightsRequestState.options.map((value) => ({ value, label: texts.states[value] })),
  },
  {
    kind: "multi",
    name: "kind",
    label: filterNames.kind,
    options: rightsRequestKind.options.map((value) => ({ value, label: texts.kinds[value] })),
  },
  {
    kind: "select",
    name: "overdue",
    label: filterNames.overdue,
    options: [{ value: OVERDUE, label: filterNames.onlyOverdue }],
  },
];
type Filter = { states?: RightsRequestState[]; kinds?: RightsRequestKind[]; isOverdue?: boolean };
function toFilter(values: FilterValues): Filter {
  const states = rightsRequestState.options.filter((state) => values["state"]?.includes(state));
  const kinds = rightsRequestKind.options.filter((kind) => values["kind"]?.includes(kind));
  return {
    ...(states.length > 0 && { states }),
    ...(kinds.length > 0 && { kinds }),
    ...(values["overdue"]?.includes(OVERDUE) === true && { isOverdue: true }),
  };
}

const Due = ({ request: { state, dueTime, isOverdue, daysLeft } }: { request: ListedRightsRequest }) => (
  <span className={requestCss.due}>
    <span>{formatDate(Date.parse(dueTime) - 1)}</span>
    {state !== "closed" &&
      (isOverdue ? (
        <span className={requestCss.overdue}>{texts.overdue}</span>
      ) : (
        <small>{texts.daysLeft(daysLeft)}</small>
      ))}
  </span>
);
const columns: readonly Column<ListedRightsRequest>[] = [
  {
    id: "request",
    label: names.request,
    cell: ({ requestId }) => texts.shortNumber(requestId),
    isNumber: true,
  },
  { id: "kind", label: names.kind, cell: ({ kind }) => texts.kinds[kind] },
  { id: "state", label: names.state, cell: (request) => <RequestBadge request={request} /> },
  {
    id: "due",
    label: names.due,
    cell: (request) => <Due request={request} />,
    isSortable: true,
    isNumber: true,
  },
  {
    id: "mobile",
    label: names.mobile,
    cell: ({ mobile }) => <span data-private>{mobile ?? texts.anonymous}</span>,
    isNumber: true,
    hideBelow: "narrow",
  },
  {
    id: "channel",
    label: names.channel,
    cell: ({ channel }) => texts.channels[channel],
    hideBelow: "narrow",
  },
  {
    id: "received",
    label: names.received,
    cell: ({ receivedTime }) => formatShort(receivedTime).split(" ")[0],
    isSortable: true,
    isNumber: true,
    hideBelow: "medium",
  },
  { id: "takenBy", label: names.takenBy, cell: ({ takenBy }) => takenBy, hideBelow: "medium", isWide: true },
];

/** 个人信息请求: taken in, identified, answered by a copy or an erasure, and closed in time (requirement CO105). */
export function RightsRequestsPage() {
  const [dialog, setDialog] = useState<"takeIn" | "inventory" | null>(null);
  const list = useList<Filter, "due" | "received", ListedRightsRequest>({
    name: requestKeys.list,
    filters,
    toFilter,
    load: loadRequests,
  });
  const { navigation } = list;
  const views = useSavedViews("rights-requests", filters, navigation);
  useShortcuts([{ keys: "n", label: texts.takeIn, group: texts.title, run: () => setDialog("takeIn") }]);
  return (
    <ConsolePage
      title={texts.title}
      right="rights.handle"
      actions={
        <>
          <ConsoleButton onClick={() => setDialog("inventory")}>{texts.inventory}</ConsoleButton>
          <ConsoleButton look="primary" onClick={() => setDialog("takeIn")}>
            <PlusIcon size={16} />
            {texts.takeIn}
          </ConsoleButton>
        </>
      }
    >
      <ListPage
        list={list}
        tools={<ListExport list="rights-requests" of={list} />}
        views={views}
        right="rights.handle"
        label={texts.list}
        columns={columns}
        rowId={({ requestId }) => requestId}
        rowName={({ requestId }) => texts.shortNumber(requestId)}
        secondLine={({ channel, takenBy }) => `${texts.channels[channel]} · ${takenBy}`}
        isFailing={({ isOverdue }) => isOverdue}
        note={texts.note}
        empty={
          <EmptyPage icon={<PersonIcon size={20} />} title={texts.empty.title} text={texts.empty.text}>
            <ConsoleButton look="primary" onClick={() => setDialog("takeIn")}>
              {texts.takeIn}
            </ConsoleButton>
          </EmptyPage>
        }
        panel={(requestId) => (
          <RequestPanel key={requestId} requestId={requestId} onClose={() => navigation.setOpen(null)} />
        )}
      />
      {dialog === "takeIn" && (
        <TakeInDialog
          onTaken={(requestId) => navigation.setOpen(requestId)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "inventory" && <InventoryDialog onClose={() => setDialog(null)} />}
    </ConsolePage>
  );
}
