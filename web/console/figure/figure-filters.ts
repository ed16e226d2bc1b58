import { useEffect, useMemo, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { businessTypes } from "#contract/activity/labels.ts";
import { sponsorLevels2 } from "#contract/activity/sponsors.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { ListFilter } from "../kit/list/list-address.ts";
import { figureKeys, loadFigureChoices } from "./api.ts";
import { STANDARD_PERIOD } from "./figure-query.ts";
import { figurePageMessages } from "./messages.ts";

const { filters: labels, periods, compares, comparePrevious, hosts } = figurePageMessages;
const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const periodFilter: ListFilter = {
  kind: "period",
  name: "period",
  label: labels.period,
  options: options(periods),
  standard: STANDARD_PERIOD,
};
const compareFilter: ListFilter = {
  kind: "select",
  name: "compare",
  label: labels.compare,
  options: options(compares),
  standard: comparePrevious,
};
const regionFilter: ListFilter = {
  kind: "select",
  name: "region",
  label: labels.region,
  options: options(sponsorLevels2),
};
const typeFilter: ListFilter = {
  kind: "select",
  name: "type",
  label: labels.businessType,
  options: options(businessTypes),
};
const activityFilter: ListFilter = {
  kind: "lookup",
  name: "activity",
  label: labels.activity,
  placeholder: labels.activityHint,
  find: async (activityText) =>
    (await loadFigureChoices({ activityText })).activities.map(({ activityId, title }) => ({
      value: activityId,
      label: title,
    })),
  nameOf: async (activityId) =>
    (await loadFigureChoices({ activityIds: [activityId] })).activities.find(
      (one) => one.activityId === activityId,
    )?.title ?? null,
};
const dealerFilter: ListFilter = {
  kind: "lookup",
  name: "dealer",
  label: labels.dealer,
  placeholder: labels.dealerHint,
  find: async (dealerText) =>
    (await loadFigureChoices({ dealerText })).dealers.map(({ dealerId, name }) => ({
      value: dealerId,
      label: name,
    })),
  nameOf: async (dealerId) =>
    (await loadFigureChoices({ dealerIds: [dealerId] })).dealers.find((one) => one.dealerId === dealerId)
      ?.name ?? null,
};
/** Filters of the dashboard; channel, terminal and city stand on the analysis page. */
export const dashboardFilters: readonly ListFilter[] = [
  periodFilter,
  compareFilter,
  regionFilter,
  typeFilter,
  dealerFilter,
  activityFilter,
];

export const useFigureChoices = () =>
  useQuery({ queryKey: [figureKeys.choices], queryFn: () => loadFigureChoices({}), staleTime: 300_000 }).data;

/** Filters of the analysis and of 查看明细. */
export function useAnalysisFilters(): readonly ListFilter[] {
  const choices = useFigureChoices();
  return useMemo(
    () => [
      ...dashboardFilters,
      {
        kind: "select",
        name: "channel",
        label: labels.channel,
        options: (choices?.channels ?? []).map((value) => ({ value, label: value })),
      },
      {
        kind: "select",
        name: "host",
        label: labels.host,
        options: (choices?.hosts ?? []).map((value) => ({ value, label: hosts[value] ?? value })),
      },
      {
        kind: "select",
        name: "city",
        label: labels.city,
        options: (choices?.cities ?? []).map(({ cityCode, name }) => ({ value: cityCode, label: name })),
      },
    ],
    [choices],
  );
}

/** The moment, ms, every half minute. */
export function useMoment(): number {
  const [moment, setMoment] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setMoment(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return moment;
}
/** Day in Shanghai; a page that stays open over midnight shows the next one. */
export const useToday = (): string => toShanghaiDate(useMoment());
