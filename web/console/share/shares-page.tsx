import { useQuery } from "@tanstack/react-query";
import type { ShareFilter, ShareRow } from "#contract/console/content/shares.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { formatCount } from "../../ui/display/format.ts";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import { readDays, type FilterValues, type ListFilter } from "../kit/list/list-address.ts";
import { ListPage } from "../kit/list/list-page.tsx";
import { useList } from "../kit/list/use-list.ts";
import type { Column } from "../kit/table/column.ts";
import { activityLookup, ConsolePage, ListExport, useSavedViews } from "../shell/index.ts";
import { loadShareRows, loadShareSums, shareKeys } from "./api.ts";
import { sharePageMessages as texts } from "./messages.ts";
import { SharePanel } from "./share-panel.tsx";
import * as shareCss from "./share.module.css";

const { columns: labels, filters: filterLabels } = texts;
const filters: readonly ListFilter[] = [
  activityLookup,
  { kind: "days", name: "days", label: filterLabels.days },
];
const figure = { isNumber: true, align: "end", isSortable: true } as const;
const columns: readonly Column<ShareRow>[] = [
  {
    id: "nickname",
    label: labels.nickname,
    cell: ({ nickname, mobile }) => (
      <span data-private>
        {nickname} {mobile !== null && <small className={shareCss.mobile}>{mobile}</small>}
      </span>
    ),
  },
  {
    id: "activity",
    label: labels.activity,
    isWide: true,
    hideBelow: "narrow",
    cell: ({ activityTitle }) => activityTitle,
  },
  { id: "helpers", label: labels.helpers, ...figure, cell: ({ helpers }) => <b>{formatCount(helpers)}</b> },
  { id: "opens", label: labels.opens, ...figure, cell: ({ opens }) => formatCount(opens) },
  { id: "helps", label: labels.helps, isNumber: true, align: "end", cell: ({ helps }) => formatCount(helps) },
  { id: "signUps", label: labels.signUps, ...figure, cell: ({ signUps }) => formatCount(signUps) },
  { id: "leads", label: labels.leads, ...figure, cell: ({ leads }) => formatCount(leads) },
  {
    id: "created",
    label: labels.created,
    isNumber: true,
    isSortable: true,
    hideBelow: "medium",
    cell: ({ createdTime }) => formatShort(createdTime),
  },
];

const NUMBER = /^[0-9]{1,19}$/;
function toFilter(values: FilterValues): ShareFilter {
  const activityId = values["activity"]?.[0]?.trim() ?? "";

  const { from, to } = readDays(values["days"]);
  return {
    ...(NUMBER.test(activityId) && { activityId }),

    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
  };
}

/** 分享结果: who shares what, and whom it brought; the ranking is the list's order. */
export function SharesPage() {
  const list = useList<ShareFilter, "helpers" | "opens" | "signUps" | "leads" | "created", ShareRow>({
    name: shareKeys.list,
    filters,
    toFilter,
    load: loadShareRows,
  });
  const views = useSavedViews("shares", filters, list.navigation);
  return (
    <ConsolePage title={texts.title} right="share.read">
      <Sums filter={list.filter} />
      <ListPage
        list={list}
        tools={<ListExport list="shares" of={list} />}
        views={views}
        right="share.read"
        label={texts.list}
        columns={columns}
        rowId={({ shareId }) => shareId}
        rowName={({ nickname }) => nickname}
        secondLine={({ activityTitle }) => activityTitle}
        empty={<EmptyPage title={texts.empty.title} text={texts.empty.text} />}
        panel={(shareId) => (
          <SharePanel key={shareId} shareId={shareId} onClose={() => list.navigation.setOpen(null)} />
        )}
        note={<Counting />}
      />
    </ConsolePage>
  );
}

/** Sums of all links that the filter finds. */
function Sums({ filter }: { filter: ShareFilter }) {
  const { data } = useQuery({ queryKey: [shareKeys.sums, filter], queryFn: () => loadShareSums(filter) });
  return (
    <dl className={shareCss.sums}>
      {(Object.entries(texts.sums) as [keyof typeof texts.sums, string][]).map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{data === undefined ? "—" : formatCount(data[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How the figures are counted. */
const Counting = () => (
  <details className={shareCss.counting}>
    <summary>{texts.counting}</summary>
    <ul>
      {texts.countingText.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </details>
);
