import { useQueryClient } from "@tanstack/react-query";
import type { HiddenFilter, HiddenRow } from "#contract/console/club/complaints.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { Badge } from "../../kit/display/badge.tsx";
import { CommunityIcon } from "../../kit/controls/console-icons.tsx";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import type { FilterValues, ListFilter } from "../../kit/list/list-address.ts";
import { ListPage } from "../../kit/list/list-page.tsx";
import { useList } from "../../kit/list/use-list.ts";
import type { Column } from "../../kit/table/column.ts";
import { ConsolePage, useMay } from "../../shell/index.ts";
import { clubKeys, loadHiddenContent, moderationKeys } from "../api.ts";
import * as clubCss from "../club.module.css";
import { clubPageMessages, reasonNames } from "../messages.ts";
import { complaintMessages } from "../complaints/messages.ts";
import { hiddenMessages as texts } from "./messages.ts";
import { PersonCell } from "../person-cell.tsx";
import { HiddenPanel } from "./hidden-panel.tsx";
import { ShowAgainButton } from "./show-again-button.tsx";

const { kinds, hiddenBy } = clubPageMessages;
const contentKinds = { article: kinds.article, comment: kinds.comment };
const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
const filters: readonly ListFilter[] = [
  { kind: "select", name: "kind", label: texts.filters.kind, options: optionsOf(contentKinds) },
  { kind: "select", name: "by", label: texts.filters.by, options: optionsOf(hiddenBy) },
];
const isKind = (text: string | undefined): text is keyof typeof contentKinds =>
  text !== undefined && text in contentKinds;
const isBy = (text: string | undefined): text is HiddenRow["by"] => text !== undefined && text in hiddenBy;
function toFilter(values: FilterValues): HiddenFilter {
  const kind = values["kind"]?.[0];
  const by = values["by"]?.[0];
  return { ...(isKind(kind) && { kind }), ...(isBy(by) && { by }) };
}

const excerptOf = ({ excerpt }: HiddenRow): string => excerpt || complaintMessages.noText;
const columns: readonly Column<HiddenRow>[] = [
  {
    id: "content",
    label: texts.columns.content,
    isWide: true,
    cell: (row) => (
      <span className={clubCss.two}>
        <span>{excerptOf(row)}</span>
        <small>
          {[kinds[row.kind], row.pictures > 0 ? complaintMessages.pictures(row.pictures) : null]
            .filter((part) => part !== null)
            .join(" · ")}
        </small>
      </span>
    ),
  },
  { id: "person", label: texts.columns.person, cell: ({ person }) => <PersonCell person={person} /> },
  { id: "group", label: texts.columns.group, hideBelow: "medium", cell: ({ group }) => group.name },
  {
    id: "by",
    label: texts.columns.by,
    cell: ({ by, operator, isReview }) => (
      <span className={`${clubCss.two} ${clubCss.whole}`}>
        <span>
          {hiddenBy[by]} {isReview && <Badge tone="info">{texts.review}</Badge>}
        </span>
        {operator !== null && by === "operators" && <small>{operator}</small>}
      </span>
    ),
  },
  {
    id: "reason",
    label: texts.columns.reason,
    hideBelow: "narrow",
    cell: ({ reason, explanation }) => explanation || (reason === null ? "" : reasonNames[reason]),
  },
  {
    id: "hidden",
    label: texts.columns.time,
    isNumber: true,
    isSortable: true,
    hideBelow: "narrow",
    cell: ({ hiddenTime }) => formatShort(hiddenTime),
  },
];

/** 已隐藏: what is hidden, by whom and why, and the way back. */
export function HiddenPage() {
  const client = useQueryClient();
  const canDecide = useMay("club.decide");
  const list = useList<HiddenFilter, "hidden", HiddenRow>({
    name: clubKeys.hidden,
    filters,
    toFilter,
    load: loadHiddenContent,
  });
  const { selection, navigation, query } = list;
  const refresh = async (): Promise<void> => {
    selection.clear();
    await Promise.all(moderationKeys.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
  const chosen = selection.isEverything
    ? (query.data?.rows ?? []).map(({ complaintId }) => complaintId)
    : [...selection.ids];
  return (
    <ConsolePage title={clubPageMessages.title} right="club.read">
      <ListPage
        list={list}
        right="club.read"
        label={texts.list}
        columns={columns}
        rowId={({ complaintId }) => complaintId}
        rowName={excerptOf}
        secondLine={({ group, reason }) =>
          [group.name, reason === null ? null : reasonNames[reason]]
            .filter((part) => part !== null)
            .join(" · ")
        }
        note={texts.note}
        empty={<EmptyPage icon={<CommunityIcon size={20} />} {...texts.empty} />}
        {...(canDecide && { bulk: <ShowAgainButton isSmall ids={chosen} onShown={refresh} /> })}
        panel={(id) => {
          const row = query.data?.rows.find(({ complaintId }) => complaintId === id);
          return row === undefined ? null : (
            <HiddenPanel key={id} row={row} onChanged={refresh} onClose={() => navigation.setOpen(null)} />
          );
        }}
      />
    </ConsolePage>
  );
}
