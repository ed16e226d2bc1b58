import { listFigureChoices } from "#contract/console/figure-live.ts";
import { clientNames } from "#contract/host/hosts.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { cityOf } from "../../location/index.ts";
import { areaScopes } from "./access.ts";
import { figureChoiceStore } from "./choice-store.ts";

/** Days of which channels and cities are offered. */
const CHOICE_DAYS = 31;
const DAY = 86_400_000;

/** Registers the call for what filters of figures offer. */
export function registerFigureChoices({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(listFigureChoices, async (wanted, caller) => {
    const { activityText = "", dealerText = "", activityIds = [], dealerIds = [] } = wanted;
    const { activity: scopes } = areaScopes(caller);
    const since = new Date(clock.now() - CHOICE_DAYS * DAY);
    return readForOperator(db, async (reading) => {
      const store = figureChoiceStore(reading, scopes);
      const activities = await store.activities({ text: activityText, ids: activityIds });
      const dealers = await store.dealers({ text: dealerText, ids: dealerIds });
      const places = await store.places(since);
      const named = (kind: (typeof places)[number]["kind"]): string[] =>
        places.flatMap((place) => (place.kind === kind ? [place.name] : []));
      return {
        activities: activities.map(({ activity_id, title }) => ({ activityId: activity_id, title })),
        dealers: dealers.map(({ organisation_id, ...dealer }) => ({
          dealerId: organisation_id,
          name: dealerDisplayName(dealer),
        })),
        channels: named("channel"),
        hosts: [...new Set([...clientNames, ...named("host")])],
        cities: named("city").map((cityCode) => ({
          cityCode,
          name: cityOf(cityCode)?.shortName ?? cityCode,
        })),
      };
    });
  });
}
