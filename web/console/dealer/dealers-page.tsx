import { useNavigate } from "react-router";
import {
  dealerState,
  type DealerFilter,
  type DealerState,
  type ListedDealer,
} from "#contract/console/basics/dealers.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { PinIcon } from "../../ui/icons/common-icons.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Badge, type Tone } from "../kit/display/badge.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import type { FilterValues, ListFilter } from "../kit/list/list-address.ts";
import { ListPage } from "../kit/list/list-page.tsx";
import { useList } from "../kit/list/use-list.ts";
import type { Column } from "../kit/table/column.ts";
import { ConsolePage, ListExport, useMay, useSavedViews, useShortcuts } from "../shell/index.ts";
import { dealerKeys, loadDealers } from "./api.ts";
import { dealerPageMessages as texts } from "./messages.ts";

const tones: Readonly<Record<DealerState, Tone>> = { open: "ok", trial: "warn", disabled: "mute" };
type Region = NonNullable<ListedDealer["region"]>;
const regions = Object.keys(texts.regions) as Region[];
const filters: readonly ListFilter[] = [
  {
    kind: "multi",
    name: "region",
    label: texts.filters.region,
    options: regions.map((value) => ({ value, label: texts.regions[value] })),
  },
  {
    kind: "multi",
    name: "state",
    label: texts.filters.state,
    options: dealerState.options.map((value) => ({ value, label: texts.states[value] })),
  },
  { kind: "text", name: "find", label: texts.filters.find, placeholder: texts.filters.find },
];
const regionName = (region: Region | null): string =>
  region === null ? texts.noRegion : texts.regions[region];
const columns: readonly Column<ListedDealer>[] = [
  { id: "name", label: texts.columns.name, isSortable: true, cell: ({ name }) => name },
  { id: "code", label: texts.columns.code, isNumber: true, isSortable: true, cell: ({ code }) => code },
  {
    id: "region",
    label: texts.columns.region,
    hideBelow: "narrow",
    cell: ({ region }) => regionName(region),
  },
  { id: "city", label: texts.columns.city, hideBelow: "narrow", cell: ({ cityName }) => cityName },
  {
    id: "address",
    label: texts.columns.address,
    isWide: true,
    hideBelow: "medium",
    cell: ({ address }) => address,
  },
  {
    id: "phone",
    label: texts.columns.phone,
    isNumber: true,
    hideBelow: "medium",
    cell: ({ phone }) => phone,
  },
  {
    id: "activities",
    label: texts.columns.activities,
    isNumber: true,
    cell: ({ activities }) => activities,
  },
  {
    id: "changed",
    label: texts.columns.changed,
    isNumber: true,
    isSortable: true,
    hideBelow: "medium",
    cell: ({ changedTime }) => changedTime && formatShort(changedTime),
  },
  {
    id: "state",
    label: texts.columns.state,
    cell: ({ state }) => <Badge tone={tones[state]}>{texts.states[state]}</Badge>,
  },
];
function toFilter(values: FilterValues): DealerFilter {
  const chosen = regions.filter((region) => values["region"]?.includes(region));
  const states = dealerState.options.filter((state) => values["state"]?.includes(state));
  const keyword = values["find"]?.[0] ?? "";
  return {
    ...(chosen.length > 0 && { regions: chosen }),
    ...(states.length > 0 && { states }),
    ...(keyword !== "" && { keyword }),
  };
}

/** 门店: dealers in scope; a row leads to its page. */
export function DealersPage() {
  const navigate = useNavigate();
  const canWrite = useMay("dealer.write");
  const list = useList<DealerFilter, "code" | "name" | "changed", ListedDealer>({
    name: dealerKeys.list,
    filters,
    toFilter,
    load: loadDealers,
  });
  const views = useSavedViews("dealers", filters, list.navigation);
  const add = (): void => void navigate("/dealers/new");
  useShortcuts(canWrite ? [{ keys: "n", label: texts.add, group: texts.title, run: add }] : []);
  return (
    <ConsolePage
      title={texts.title}
      right="dealer.read"
      {...(canWrite && {
        actions: (
          <ConsoleButton look="primary" onClick={add}>
            {texts.add}
          </ConsoleButton>
        ),
      })}
    >
      <ListPage
        list={list}
        tools={<ListExport list="dealers" of={list} />}
        views={views}
        right="dealer.read"
        label={texts.list}
        columns={columns}
        rowId={({ dealerId }) => dealerId}
        rowName={({ name }) => name}
        secondLine={({ region, cityName, address }) => [regionName(region), cityName, address].join(" · ")}
        rowLink={({ dealerId }) => `/dealers/${dealerId}`}
        empty={<EmptyPage icon={<PinIcon size={20} />} title={texts.empty.title} text={texts.empty.text} />}
      />
    </ConsolePage>
  );
}
