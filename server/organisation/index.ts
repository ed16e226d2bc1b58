import { Refusal } from "#contract/core/errors.ts";
import { listDealers, showOrganisation, type Organisation } from "#contract/organisation/organisation.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { nearestFirst } from "./rules.ts";
import { organisationStore } from "./store.ts";
import { organisationMessages } from "./messages.ts";

export { metresBetween, nearestFirst, type GeoPoint } from "./rules.ts";
export { putOrganisation } from "./store.ts";

export type Organisations = {
  /** Adds dealers, to seed a database. */
  add(organisations: readonly Organisation[]): Promise<void>;
};

/** Registers the calls about dealers (contract section 5). */
export function createOrganisations(context: AppContext, calls: RpcRouter): Organisations {
  const store = organisationStore(context.db);
  calls.on(
    showOrganisation,
    async ({ id }) => {
      const found = await store.find(id);
      if (!found) throw new Refusal("notFound", { message: organisationMessages.unknownDealer });
      return found;
    },
    { freshMs: 5_000, staleMs: 60_000 },
  );
  calls.on(
    listDealers,
    async ({ activityId, cityCode, longitude, latitude }) => {
      const dealers = await store.ofActivity(activityId);
      if (!dealers) throw new Refusal("notFound", { message: organisationMessages.unknownActivity });
      const point = longitude !== undefined && latitude !== undefined ? { longitude, latitude } : null;
      return nearestFirst(dealers, point, cityCode);
    },
    { freshMs: 5_000, staleMs: 60_000 },
  );
  return { add: (organisations) => store.add(organisations) };
}
