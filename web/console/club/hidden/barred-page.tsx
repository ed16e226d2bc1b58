import { useQueryClient } from "@tanstack/react-query";
import type { BarFilter, BarredRow } from "#contract/console/club/members.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { CommunityIcon } from "../../kit/controls/console-icons.tsx";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import type { FilterValues, ListFilter } from "../../kit/list/list-address.ts";
import { ListPage } from "../../kit/list/list-page.tsx";
import { useList } from "../../kit/list/use-list.ts";
import type { Column } from "../../kit/table/column.ts";
import { ConsolePage } from "../../shell/index.ts";
import { clubKeys, loadBarred, moderationKeys } from "../api.ts";
import { barMessages as texts } from "./messages.ts";
import { clubPageMessages, reasonNames } from "../messages.ts";
import { MemberPanel } from "./member-panel.tsx";

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
const filters: readonly ListFilter[] = [
  { kind: "select", name: "ends", label: texts.filters.ends, options: optionsOf(texts.ends) },
  { kind: "select", name: "reason", label: texts.filters.reason, options: optionsOf(reasonNames) },
];
const isEnd = (text: string | undefined): text is keyof typeof texts.ends =>
  text !== undefined && text in texts.ends;
const isReason = (text: string | undefined): text is keyof typeof reasonNames =>
  text !== undefined && text in reasonNames;
function toFilter(values: FilterValues): BarFilter {
  const ends = values["ends"]?.[0];
  const reason = values["reason"]?.[0];
  return { ...(isEnd(ends) && { ends }), ...(isReason(reason) && { reason }) };
}
const endText = (until: string | null): string => (until === null ? texts.forever : formatShort(until));
const columns: readonly Column<BarredRow>[] = [
  {
    id: "person",
    label: texts.columns.person,
    isWide: true,
    cell: ({ person }) => <span data-private>{person.name}</span>,
  },
  {
    id: "reason",
    label: texts.columns.reason,
    cell: ({ reason }) => (reason === null ? "" : reasonNames[reason]),
  },
  {
    id: "until",
    label: texts.columns.until,
    isNumber: true,
    isSortable: true,
    cell: ({ until }) => endText(until),
  },
  {
    id: "since",
    label: texts.columns.since,
    isNumber: true,
    isSortable: true,
    hideBelow: "narrow",
    cell: ({ since }) => formatShort(since),
  },
  { id: "bars", label: texts.columns.bars, hideBelow: "narrow", cell: ({ bars }) => texts.times(bars) },
  { id: "by", label: texts.columns.by, hideBelow: "medium", cell: ({ by }) => by ?? texts.before },
];

/** 停用名单: who may not write, until when and why, and the way to lift it. */
export function BarredPage() {
  const client = useQueryClient();
  const list = useList<BarFilter, "since" | "until", BarredRow>({
    name: clubKeys.barred,
    filters,
    toFilter,
    load: loadBarred,
  });
  const { navigation } = list;
  return (
    <ConsolePage title={clubPageMessages.title} right="club.read">
      <ListPage
        list={list}
        right="club.read"
        label={texts.list}
        columns={columns}
        rowId={({ person }) => person.memberId}
        rowName={({ person }) => person.name}
        secondLine={({ bars }) => texts.times(bars)}
        note={texts.note}
        empty={<EmptyPage icon={<CommunityIcon size={20} />} {...texts.empty} />}
        panel={(memberId) => (
          <MemberPanel
            key={memberId}
            memberId={memberId}
            onChanged={async () => {
              await Promise.all(moderationKeys.map((name) => client.invalidateQueries({ queryKey: [name] })));
            }}
            onClose={() => navigation.setOpen(null)}
          />
        )}
      />
    </ConsolePage>
  );
}
