import { businessTypes } from "#contract/activity/labels.ts";
import type { Series } from "#contract/activity/activity.ts";
import type { FilterOption, FilterPanelProps } from "./filter-props.ts";
import {
  listAddress,
  withQueryChange,
  hiddenFields,
  parseListQuery,
  type ListQuery,
  type QueryName,
} from "./list-query.ts";
import type { ActiveCondition } from "./list-results.tsx";
import { listMessages } from "./list-messages.ts";

type FilterName = "status" | "businessType" | "seriesCode";

const statusOptions: FilterOption[] = ([1, 2, 3] as const).map((status) => ({
  value: String(status),
  label: listMessages.statuses[status],
  short: listMessages.shortStatuses[status],
}));
const businessOptions: FilterOption[] = ([1, 2, 3, 4] as const).map((type) => ({
  value: String(type),
  label: businessTypes[type],
}));
const seriesOptions = (series: readonly Series[]): FilterOption[] =>
  series.map(({ seriesCode, seriesName, imageUrl }) => ({
    value: seriesCode,
    label: seriesName,
    imageUrl,
  }));

/** Parsed query with a single condition; "" removes it. */
const oneCondition = (name: QueryName, value: string): ListQuery =>
  parseListQuery(new URLSearchParams(value === "" ? {} : { [name]: value }));

type FiltersContext = {
  parameters: URLSearchParams;
  series: readonly Series[];
  /** Address of the list, for forms. */
  action: string;
  count: (query: ListQuery) => Promise<number>;
  go: (address: string) => void;
};

/** The three filter panels: status, business type, car series. */
export function listFilters({ parameters, series, action, count, go }: FiltersContext) {
  const query = parseListQuery(parameters);
  const filter = (
    name: FilterName,
    label: string,
    options: FilterOption[],
  ): Omit<FilterPanelProps, "onToggle"> => {
    const changeTo = (value: string) => ({ [name]: oneCondition(name, value)[name] });
    return {
      name,
      label,
      options,
      value: String(query[name] ?? ""),
      action,
      fields: hiddenFields(parameters, [name]),
      cleared: `/list${listAddress(parameters, changeTo(""))}`,
      count: (value) => count(withQueryChange(query, changeTo(value))),
      onApply: (value) => go(`/list${listAddress(parameters, changeTo(value))}`),
    };
  };
  return [
    filter("status", listMessages.status, statusOptions),
    filter("businessType", listMessages.type, businessOptions),
    filter("seriesCode", listMessages.series, seriesOptions(series)),
  ];
}

/** Active conditions with their labels and the address without each. */
export function activeConditions(
  parameters: URLSearchParams,
  series: readonly Series[],
  districtName?: string,
): ActiveCondition[] {
  const query = parseListQuery(parameters);
  const labels: Partial<Record<QueryName, string | undefined>> = {
    activityType:
      query.activityType && (query.activityType === "online" ? listMessages.online : listMessages.offline),
    businessType: query.businessType && businessTypes[query.businessType],
    seriesCode:
      query.seriesCode &&
      (series.find(({ seriesCode }) => seriesCode === query.seriesCode)?.seriesName ?? listMessages.series),
    status: query.status && listMessages.shortStatuses[query.status],
    weekend: query.weekend && listMessages.weekend,
    districtCode: query.districtCode && districtName,
    keyword: query.keyword && listMessages.keyword(query.keyword),
  };
  return Object.entries(labels).flatMap(([name, label]) =>
    label === undefined ? [] : [{ label, without: `/list${listAddress(parameters, { [name]: undefined })}` }],
  );
}
