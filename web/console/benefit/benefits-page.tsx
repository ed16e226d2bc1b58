import {
  listedBenefitState,
  type ListedBenefit,
  type ListedBenefitState,
} from "#contract/console/benefits.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { TicketIcon } from "../../ui/icons/detail-icons.tsx";
import { Badge, type Tone } from "../kit/display/badge.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import type { FilterValues, ListFilter } from "../kit/list/list-address.ts";
import { ListPage } from "../kit/list/list-page.tsx";
import { useList } from "../kit/list/use-list.ts";
import type { Column } from "../kit/table/column.ts";
import { ConsolePage, ListExport, useSavedViews } from "../shell/index.ts";
import { benefitKeys, loadBenefitRows } from "./api.ts";
import { benefitPageMessages as texts } from "./messages.ts";

const tones: Readonly<Record<ListedBenefitState, Tone>> = {
  soon: "info",
  open: "ok",
  soldOut: "warn",
  over: "mute",
};
const filters: readonly ListFilter[] = [
  {
    kind: "multi",
    name: "state",
    label: texts.filters.state,
    options: listedBenefitState.options.map((value) => ({ value, label: texts.states[value] })),
  },
  { kind: "text", name: "find", label: texts.filters.find, placeholder: texts.filters.find },
];
const columns: readonly Column<ListedBenefit>[] = [
  { id: "name", label: texts.columns.name, cell: ({ name }) => name },
  { id: "value", label: texts.columns.value, cell: ({ value }) => value },
  {
    id: "activity",
    label: texts.columns.activity,
    isWide: true,
    hideBelow: "narrow",
    cell: ({ activityTitle }) => activityTitle,
  },
  { id: "stock", label: texts.columns.stock, isNumber: true, cell: ({ stock }) => stock ?? texts.noLimit },
  { id: "sent", label: texts.columns.sent, isNumber: true, isSortable: true, cell: ({ sent }) => sent },
  { id: "used", label: texts.columns.used, isNumber: true, cell: ({ used }) => used },
  {
    id: "from",
    label: texts.columns.from,
    isNumber: true,
    isSortable: true,
    hideBelow: "medium",
    cell: ({ fromTime, toTime }) => `${formatShort(fromTime)} – ${formatShort(toTime)}`,
  },
  {
    id: "state",
    label: texts.columns.state,
    cell: ({ state }) => <Badge tone={tones[state]}>{texts.states[state]}</Badge>,
  },
];
const isState = (text: string): text is ListedBenefitState =>
  (listedBenefitState.options as readonly string[]).includes(text);
type Filter = { states?: ListedBenefitState[]; keyword?: string };
function toFilter(values: FilterValues): Filter {
  const states = (values["state"] ?? []).filter(isState);
  const keyword = values["find"]?.[0] ?? "";
  return { ...(states.length > 0 && { states }), ...(keyword !== "" && { keyword }) };
}

/** 权益: benefits of all activities in scope, with stock, sent and used; a row leads to its activity. */
export function BenefitsPage() {
  const list = useList<Filter, "from" | "sent", ListedBenefit>({
    name: benefitKeys.list,
    filters,
    toFilter,
    load: loadBenefitRows,
  });
  const views = useSavedViews("benefits", filters, list.navigation);
  return (
    <ConsolePage title={texts.title} right="benefit.read">
      <ListPage
        list={list}
        tools={<ListExport list="benefits" of={list} />}
        views={views}
        right="benefit.read"
        label={texts.list}
        columns={columns}
        rowId={({ benefitId }) => benefitId}
        rowName={({ name }) => name}
        secondLine={({ activityTitle, condition, isForMall }) =>
          [activityTitle, condition, isForMall ? texts.forMall : ""].filter((part) => part !== "").join(" · ")
        }
        rowLink={({ activityId }) => `/activities/${activityId}`}
        isFailing={({ state }) => state === "soldOut"}
        empty={
          <EmptyPage icon={<TicketIcon size={20} />} title={texts.empty.title} text={texts.empty.text} />
        }
      />
    </ConsolePage>
  );
}
