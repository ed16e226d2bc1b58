import { businessTypes } from "#contract/activity-words.ts";
import type { Series } from "#contract/activity.ts";
import type { FilterOption, FilterPanelProps } from "./filter-props.ts";
import {
  addressWith,
  changed,
  fieldsWithout,
  readQuery,
  type ListQuery,
  type QueryName,
} from "./list-query.ts";
import type { Condition } from "./list-results.tsx";
import { words } from "./words.ts";

type FilterName = "status" | "businessType" | "seriesCode";

const statusOptions: FilterOption[] = ([1, 2, 3] as const).map((status) => ({
  value: String(status),
  label: words.list.statuses[status],
  short: words.list.shortStatuses[status],
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

/** A condition as the address would have it; "" takes it away. */
const oneCondition = (name: QueryName, value: string): ListQuery =>
  readQuery(new URLSearchParams(value === "" ? {} : { [name]: value }));

type FiltersContext = {
  parameters: URLSearchParams;
  series: readonly Series[];
  /** The list's own address, for forms. */
  action: string;
  count: (query: ListQuery) => Promise<number>;
  go: (address: string) => void;
};

/** The three panels of the bar: status, type, car series. */
export function filtersOf({ parameters, series, action, count, go }: FiltersContext) {
  const query = readQuery(parameters);
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
      fields: fieldsWithout(parameters, [name]),
      cleared: `/list${addressWith(parameters, changeTo(""))}`,
      count: (value) => count(changed(query, changeTo(value))),
      onApply: (value) => go(`/list${addressWith(parameters, changeTo(value))}`),
    };
  };
  return [
    filter("status", words.list.status, statusOptions),
    filter("businessType", words.list.type, businessOptions),
    filter("seriesCode", words.list.series, seriesOptions(series)),
  ];
}

/** Every condition that stands, in words, with the address without it. */
export function conditionsOf(parameters: URLSearchParams, series: readonly Series[]): Condition[] {
  const query = readQuery(parameters);
  const labels: Partial<Record<QueryName, string | undefined>> = {
    activityType:
      query.activityType && (query.activityType === "online" ? words.list.online : words.list.offline),
    businessType: query.businessType && businessTypes[query.businessType],
    seriesCode:
      query.seriesCode &&
      (series.find(({ seriesCode }) => seriesCode === query.seriesCode)?.seriesName ?? words.list.series),
    status: query.status && words.list.shortStatuses[query.status],
    weekend: query.weekend && words.list.weekend,
    keyword: query.keyword && words.list.keyword(query.keyword),
  };
  return Object.entries(labels).flatMap(([name, label]) =>
    label === undefined ? [] : [{ label, without: `/list${addressWith(parameters, { [name]: undefined })}` }],
  );
}
