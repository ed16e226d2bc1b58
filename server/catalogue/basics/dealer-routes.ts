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
  type CoordinateSystem,
  type DealerPlaces,
  type DealerState,
  type ListedDealer,
} from "#contract/console/basics/dealers.ts";
import { regionOfCode } from "#contract/activity/regions.ts";
import { trialStatus } from "#contract/core/limits.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { entityVersions } from "../../database/shared-tables/entity-version-store.ts";
import { listQuery } from "../../http/console/list-query.ts";
import {
  requireOperator,
  requireScopes,
  scopesOf,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { cities, cityOf, cityOutline, fromBd09, toWgs84, type Location } from "../../location/index.ts";
import { readLiveDealer, type LiveDealer } from "../../organisation/index.ts";
import { addDealer, disableDealer, restoreDealer, saveDealer, unknownDealer } from "./dealer-change.ts";
import {
  countDealerUses,
  dealerSorts,
  isDealerInScope,
  listDealerRows,
  type ListedDealerRow,
} from "./dealer-list-store.ts";
import { presentVersions, type BasicsConsolePorts } from "./judge.ts";

const cityName = (code: string): string => cityOf(code)?.name ?? code;
const presentRow = (row: ListedDealerRow): ListedDealer => ({
  dealerId: row.organisation_id,
  code: row.code,
  name: row.name,
  state: row.state,
  region: regionOfCode(row.province_code),
  cityName: cityName(row.city_code),
  address: row.address,
  phone: row.phone,
  longitude: row.longitude,
  latitude: row.latitude,
  activities: row.activities,
  changedTime: row.changed_time && toShanghaiIso(row.changed_time),
});
const stateOf = ({ isDisabled, status }: LiveDealer["content"]): DealerState =>
  isDisabled ? "disabled" : status === trialStatus ? "trial" : "open";

type Turn = (longitude: number, latitude: number) => readonly [number, number];
/** Coordinates of each system as WGS-84 degrees. */
const turned: Readonly<Record<CoordinateSystem, Turn>> = {
  wgs84: (longitude, latitude) => [longitude, latitude],
  gcj02: toWgs84,
  bd09: fromBd09,
};
/** Six digits are a tenth of a metre. */
const toDigits = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** Provinces in the order of their codes, with their cities. */
function makePlaces(): DealerPlaces {
  const provinces = new Map<string, DealerPlaces["provinces"][number]>();
  for (const { code, name, province } of cities.toSorted((one, other) => (one.code < other.code ? -1 : 1))) {
    const provinceCode = `${code.slice(0, 2)}0000`;
    const known = provinces.get(provinceCode) ?? {
      code: provinceCode,
      name: province,
      region: regionOfCode(code),
      cities: [],
    };
    known.cities.push({ code, name });
    provinces.set(provinceCode, known);
  }
  return { provinces: [...provinces.values()] };
}
const places = makePlaces();

/** Reads a dealer in scope. @throws Refusal "notFound" */
async function requireDealer(db: Database, caller: OperatorCaller, dealerId: string): Promise<LiveDealer> {
  const live = await readLiveDealer(db, dealerId, { isLocked: false });
  if (live === null || !(await isDealerInScope(db, requireScopes(caller, "dealer.read"), dealerId)))
    throw unknownDealer();
  return live;
}

function readCalls(
  { db, clock }: AppContext,
  calls: OperatorRouter,
  { operatorNames }: DealerConsolePorts,
): void {
  calls.on(listConsoleDealers, async (args, caller) => {
    const scopes = requireScopes(caller, "dealer.read");
    const page = listQuery(args, dealerSorts, clock.now());
    return readForOperator(db, async (reading) => {
      const query = { scopes, filter: args.filter, now: page.asOf };
      const { rows, counted } = await listDealerRows(reading, query, page);
      return page.toPage(rows, counted, presentRow);
    });
  });
  calls.on(showConsoleDealer, async ({ dealerId }, caller) => {
    const { content, revision, changedTime, changedBy } = await requireDealer(db, caller, dealerId);
    const { isDisabled: _disabled, ...fields } = content;
    const uses = await readForOperator(db, (reading) =>
      countDealerUses(reading, dealerId, new Date(clock.now())),
    );
    const names = await operatorNames(changedBy === null ? [] : [changedBy]);
    const writing = scopesOf(requireOperator(caller), "dealer.write");
    return {
      dealerId,
      fields,
      state: stateOf(content),
      region: regionOfCode(fields.provinceCode),
      cityName: cityName(fields.cityCode),
      revision,
      changedTime: changedTime && toShanghaiIso(changedTime),
      changedBy: (changedBy !== null && names.get(changedBy)) || null,
      mayWrite: await isDealerInScope(db, writing, dealerId),
      uses: {
        activities: uses.activities,
        signUps: uses.sign_ups,
        leads: uses.leads,
        pickups: uses.pickups,
      },
    };
  });
  calls.on(listDealerVersions, async ({ dealerId }, caller) => {
    const { content } = await requireDealer(db, caller, dealerId);
    const versions = await entityVersions(db).listWithValues({ kind: "dealer", id: dealerId }, null);
    return { versions: await presentVersions(versions, content, { operatorNames }) };
  });
}

/** Calls about places: provinces with their cities, outlines, and points of other systems. */
function placeCalls(calls: OperatorRouter, { placeOf }: Pick<Location, "placeOf">): void {
  calls.on(listDealerPlaces, (_args, caller) => {
    requireScopes(caller, "dealer.read");
    return Promise.resolve(places);
  });
  calls.on(showDealerOutline, ({ cityCode, system = "wgs84", ...given }, caller) => {
    requireScopes(caller, "dealer.read");
    const [longitude, latitude] = turned[system](given.longitude, given.latitude);
    const place = placeOf(longitude, latitude);
    return Promise.resolve({
      point: { longitude: toDigits(longitude), latitude: toDigits(latitude) },
      rings: cityOutline(cityCode).map((ring) =>
        ring.map(([east, north]): [number, number] => [east, north]),
      ),
      cityOfPoint: place && { code: place.cityId, name: place.city },
    });
  });
}

export type DealerConsolePorts = BasicsConsolePorts & Pick<Location, "placeOf">;
/** Registers the console's calls about dealers (requirements CO86, CO88). */
export function registerDealerCalls(
  context: AppContext,
  calls: OperatorRouter,
  ports: DealerConsolePorts,
): void {
  const { db, clock } = context;
  const now = () => new Date(clock.now());
  readCalls(context, calls, ports);
  placeCalls(calls, ports);
  calls.on(saveConsoleDealer, async (args, caller) => {
    const saved = await saveDealer(db, caller, args, ports, now());
    ports.invalidatePages();
    return saved;
  });
  calls.on(addConsoleDealer, async (args, caller) => ({
    dealerId: await addDealer(db, caller, args, now()),
  }));
  calls.on(disableConsoleDealer, async (args, caller) => {
    const revision = await disableDealer(db, caller, args, now());
    ports.invalidatePages();
    return { revision };
  });
  calls.on(restoreDealerVersion, async (args, caller) => {
    const restored = await restoreDealer(db, caller, args, ports, now());
    ports.invalidatePages();
    return restored;
  });
}
