import { Refusal } from "#contract/errors.ts";
import { listDealers, showOrganisation, type Organisation } from "#contract/organisation.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { nearestFirst } from "./rules.ts";
import { organisationStore } from "./store.ts";
import { words } from "./words.ts";

export { metresBetween, nearestFirst, type Point } from "./rules.ts";
export { putOrganisation } from "./store.ts";

export type Organisations = {
  /** Adds dealers; for filling a database. */
  add(organisations: readonly Organisation[]): Promise<void>;
};

/** Dealers (contract section 5). */
export function createOrganisations(kit: Kit, calls: Calls): Organisations {
  const store = organisationStore(kit.db);
  calls.on(
    showOrganisation,
    async ({ id }) => {
      const found = await store.find(id);
      if (!found) throw new Refusal("notFound", { message: words.unknownDealer });
      return found;
    },
    { freshMs: 5_000, staleMs: 60_000 },
  );
  calls.on(
    listDealers,
    async ({ activityId, cityCode, longitude, latitude }) => {
      const dealers = await store.ofActivity(activityId);
      if (!dealers) throw new Refusal("notFound", { message: words.unknownActivity });
      const point = longitude !== undefined && latitude !== undefined ? { longitude, latitude } : null;
      return nearestFirst(dealers, point, cityCode);
    },
    { freshMs: 5_000, staleMs: 60_000 },
  );
  return { add: (organisations) => store.add(organisations) };
}
