import { Refusal } from "#contract/core/errors.ts";
import { listDealers, showOrganisation, type Organisation } from "#contract/organisation/organisation.ts";
import type { CallHandler, RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { inDistrict, metresBetween, nearestFirst } from "./rules.ts";
import { organisationStore } from "./store.ts";
import { organisationMessages } from "./messages.ts";

export { inDistrict, metresBetween, nearestFirst, type GeoPoint } from "./rules.ts";
export { putOrganisation, readLiveDealer, setDealerDisabled, type LiveDealer } from "./store.ts";

export type Organisations = {
  /** Adds dealers, to seed a database. */
  add(organisations: readonly Organisation[]): Promise<void>;
};

const LONG_CACHE = { freshMs: 5_000, staleMs: 60_000 } as const;

/** Registers the calls about dealers (contract section 5). */
export function createOrganisations(context: AppContext, calls: RpcRouter): Organisations {
  const store = organisationStore(context.reads);
  const showDealer: CallHandler<typeof showOrganisation> = async ({ id, longitude, latitude }) => {
    const dealer = await store.find(id);
    if (!dealer) throw new Refusal("notFound", { message: organisationMessages.unknownDealer });
    const point = longitude !== undefined && latitude !== undefined ? { longitude, latitude } : null;
    return { ...dealer, distance: point && metresBetween(point, dealer) };
  };
  const listNearest: CallHandler<typeof listDealers> = async (args) => {
    const { activityId, cityCode, districtCode, longitude, latitude } = args;
    const dealers = await store.listByActivity(activityId);
    if (!dealers) throw new Refusal("notFound", { message: organisationMessages.unknownActivity });
    const point = longitude !== undefined && latitude !== undefined ? { longitude, latitude } : null;
    return nearestFirst(inDistrict(dealers, districtCode), point, cityCode);
  };
  calls.on(showOrganisation, showDealer, LONG_CACHE);
  calls.on(listDealers, listNearest, LONG_CACHE);
  return { add: (organisations) => organisationStore(context.db).add(organisations) };
}
