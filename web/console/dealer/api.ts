import {
  addConsoleDealer,
  disableConsoleDealer,
  listConsoleDealers,
  listDealerPlaces,
  listDealerVersions,
  restoreDealerVersion,
  saveConsoleDealer,
  showConsoleDealer,
  showDealerOutline,
  type ConsoleDealer,
  type DealerFields,
  type DealerOutline,
  type DealerPlaces,
} from "#contract/console/basics/dealers.ts";
import {
  addConsoleSeries,
  listConsoleSeries,
  listSeriesVersions,
  orderConsoleSeries,
  saveConsoleSeries,
} from "#contract/console/basics/series.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import { send } from "../shell/index.ts";

export const loadDealers = (
  args: OperatorArgs<typeof listConsoleDealers>,
): Promise<OperatorResult<typeof listConsoleDealers>> => send(listConsoleDealers, args);
export const loadConsoleDealer = (dealerId: string): Promise<ConsoleDealer> =>
  send(showConsoleDealer, { dealerId });
export const loadPlaces = (): Promise<DealerPlaces> => send(listDealerPlaces, {});
export const loadOutline = (args: OperatorArgs<typeof showDealerOutline>): Promise<DealerOutline> =>
  send(showDealerOutline, args);
export const saveDealerChanges = (
  args: OperatorArgs<typeof saveConsoleDealer>,
): Promise<OperatorResult<typeof saveConsoleDealer>> => send(saveConsoleDealer, args);
export const createDealer = async (fields: DealerFields): Promise<string> =>
  (await send(addConsoleDealer, { fields })).dealerId;
export const sendDealerDisabled = (dealerId: string, isDisabled: boolean) =>
  send(disableConsoleDealer, { dealerId, isDisabled });
export const loadDealerVersions = (dealerId: string) => send(listDealerVersions, { dealerId });
export const sendDealerRestore = (args: OperatorArgs<typeof restoreDealerVersion>) =>
  send(restoreDealerVersion, args);

export const loadAllSeries = () => send(listConsoleSeries, {});
export const loadSeriesVersions = (seriesCode: string) => send(listSeriesVersions, { seriesCode });
export const saveSeriesChanges = (args: OperatorArgs<typeof saveConsoleSeries>) =>
  send(saveConsoleSeries, args);
export const createSeries = (args: OperatorArgs<typeof addConsoleSeries>) => send(addConsoleSeries, args);
export const saveSeriesOrder = (seriesCodes: string[]) => send(orderConsoleSeries, { seriesCodes });

/** Keys of this area's queries in the cache. */
export const dealerKeys = {
  list: listConsoleDealers.name,
  places: listDealerPlaces.name,
  series: listConsoleSeries.name,
  dealer: (dealerId: string) => [showConsoleDealer.name, dealerId] as const,
  seriesVersions: (seriesCode: string) => [listSeriesVersions.name, seriesCode] as const,
  versions: (dealerId: string) => [listDealerVersions.name, dealerId] as const,
  outline: (place: { cityCode: string; longitude: number; latitude: number }) =>
    [showDealerOutline.name, place] as const,
};
