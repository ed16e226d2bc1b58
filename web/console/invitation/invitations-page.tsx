import { useState } from "react";
import { useSearchParams } from "react-router";
import { useQuery } from "@tanstack/react-query";
import {
  invitationState,
  type InvitationFilter,
  type InvitationState,
  type ListedInvitation,
} from "#contract/console/basics/invitations.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { TicketIcon } from "../../ui/icons/detail-icons.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Badge, type Tone } from "../kit/display/badge.tsx";
import { FigureButtons } from "../kit/display/figure-buttons.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import type { FilterValues, ListFilter } from "../kit/list/list-address.ts";
import { ListPage } from "../kit/list/list-page.tsx";
import { useList } from "../kit/list/use-list.ts";
import type { Column } from "../kit/table/column.ts";
import { ConsolePage, ListExport, useSavedViews, useShortcuts } from "../shell/index.ts";
import { invitationKeys, loadCodeCounts, loadInvitations } from "./api.ts";
import { IssueDialog } from "./issue-dialog.tsx";
import { RevokeCodes } from "./revoke-codes.tsx";
import { invitationPageMessages as texts } from "./messages.ts";

const tones: Readonly<Record<InvitationState, Tone>> = {
  unused: "info",
  used: "ok",
  expired: "mute",
  revoked: "mute",
};
const filters: readonly ListFilter[] = [
  {
    kind: "multi",
    name: "state",
    label: texts.filters.state,
    options: invitationState.options.map((value) => ({ value, label: texts.states[value] })),
  },
  {
    kind: "select",
    name: "issuer",
    label: texts.filters.issuer,
    options: [{ value: "own", label: texts.own }],
  },
  { kind: "text", name: "find", label: texts.filters.find, placeholder: texts.filters.find },
];
const partOf = ({ dealerName, sessionTime }: ListedInvitation): string =>
  [dealerName, sessionTime && texts.session(formatShort(sessionTime))].filter(Boolean).join(" · ");
const issuerOf = ({ issuedBy, door }: ListedInvitation): string =>
  issuedBy ?? (door === null ? texts.unknownIssuer : texts.doors[door]);
const columns: readonly Column<ListedInvitation>[] = [
  { id: "guest", label: texts.columns.guest, cell: ({ guest }) => <span data-private>{guest}</span> },
  { id: "activity", label: texts.columns.activity, isWide: true, cell: ({ activityTitle }) => activityTitle },
  {
    id: "part",
    label: texts.columns.part,
    hideBelow: "narrow",
    cell: (row) => partOf(row) || texts.anyPart,
  },
  { id: "issuer", label: texts.columns.issuer, hideBelow: "medium", cell: issuerOf },
  {
    id: "created",
    label: texts.columns.created,
    isNumber: true,
    isSortable: true,
    hideBelow: "medium",
    cell: ({ createdTime }) => formatShort(createdTime),
  },
  {
    id: "expires",
    label: texts.columns.expires,
    isNumber: true,
    isSortable: true,
    hideBelow: "narrow",
    cell: ({ expiresTime }) => formatShort(expiresTime),
  },
  {
    id: "used",
    label: texts.columns.used,
    isNumber: true,
    hideBelow: "medium",
    cell: ({ usedTime }) => usedTime && formatShort(usedTime),
  },
  {
    id: "state",
    label: texts.columns.state,
    cell: ({ state }) => <Badge tone={tones[state]}>{texts.states[state]}</Badge>,
  },
];
function toFilter(values: FilterValues): InvitationFilter {
  const states = invitationState.options.filter((state) => values["state"]?.includes(state));
  const keyword = values["find"]?.[0] ?? "";
  return {
    ...(states.length > 0 && { states }),
    ...(values["issuer"]?.[0] === "own" && { isOwn: true }),
    ...(keyword !== "" && { keyword }),
  };
}

/** 邀请码: codes of all activities in scope; issued, shown once, and revoked while unused (requirement CO72). */
export function InvitationsPage() {
  const [search] = useSearchParams();
  const [isIssuing, setIssuing] = useState(search.get("new") === "1");
  const list = useList<InvitationFilter, "created" | "expires", ListedInvitation>({
    name: invitationKeys.list,
    filters,
    toFilter,
    load: loadInvitations,
  });
  const views = useSavedViews("invitations", filters, list.navigation);
  const { data: counts } = useQuery({ queryKey: [invitationKeys.counts], queryFn: loadCodeCounts });
  const { selection, filter, query, navigation } = list;
  useShortcuts([{ keys: "n", label: texts.issue, group: texts.title, run: () => setIssuing(true) }]);
  const chosen = navigation.address.filters["state"];
  const count = selection.isEverything ? (query.data?.count ?? 0) : selection.ids.size;
  return (
    <ConsolePage
      title={texts.title}
      right="invitation.issue"
      actions={
        <ConsoleButton look="primary" onClick={() => setIssuing(true)}>
          {texts.issue}
        </ConsoleButton>
      }
    >
      <FigureButtons
        label={texts.figures}
        figures={invitationState.options.map((id) => ({
          id,
          label: texts.states[id],
          count: counts?.[id] ?? null,
        }))}
        chosen={chosen?.length === 1 ? (chosen[0] ?? null) : null}
        onChoose={(id) => navigation.setFilter("state", id === null ? [] : [id])}
      />
      <ListPage
        list={list}
        tools={<ListExport list="invitations" of={list} />}
        views={views}
        right="invitation.issue"
        label={texts.list}
        columns={columns}
        rowId={({ invitationId }) => invitationId}
        rowName={({ guest }) => guest}
        secondLine={(row) => [partOf(row), issuerOf(row)].filter(Boolean).join(" · ")}
        note={texts.note}
        empty={
          <EmptyPage icon={<TicketIcon size={20} />} title={texts.empty.title} text={texts.empty.text}>
            <ConsoleButton look="primary" onClick={() => setIssuing(true)}>
              {texts.issue}
            </ConsoleButton>
          </EmptyPage>
        }
        bulk={
          <RevokeCodes
            selection={
              selection.isEverything
                ? { filter, count, asOf: query.data?.asOf ?? "" }
                : { ids: [...selection.ids] }
            }
            count={count}
            onRevoked={selection.clear}
          />
        }
      />
      {isIssuing && <IssueDialog onClose={() => setIssuing(false)} />}
    </ConsolePage>
  );
}
