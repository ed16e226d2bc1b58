import { useEffect, useState } from "react";
import type { Send } from "#contract/call.ts";
import { silently, type Offer } from "./api.ts";

/** What is known of the person's own car: series that the activity is for, and the workshop it was in last. */
export type OwnCar = { readonly seriesCodes: readonly string[]; readonly dealerId: string | null };
const nothing: OwnCar = { seriesCodes: [], dealerId: null };

/** Asked for where the form asks for it, of whoever is logged in; without an answer nothing is marked (requirements U23, U28). */
export function useOwnCar(send: Send, { activity }: Offer, openId: string | null): OwnCar {
  const { activityId, asks } = activity;
  const [found, setFound] = useState<(OwnCar & { readonly of: string }) | null>(null);
  useEffect(() => {
    if (openId === null || !(asks.series || asks.dealer)) return;
    let isCurrent = true;
    const ask = async () => {
      const { getLastMaintenanceOrg, listActivityUserSeries } = await import("#contract/car.ts");
      const quietly = silently(send);
      const [series, dealer] = await Promise.all([
        asks.series ? quietly(listActivityUserSeries, { activityId }) : [],
        asks.dealer ? quietly(getLastMaintenanceOrg, {}) : null,
      ]);
      if (isCurrent)
        setFound({
          of: openId,
          seriesCodes: series.map(({ seriesCode }) => seriesCode),
          dealerId: dealer?.id ?? null,
        });
    };
    ask().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [send, activityId, asks.series, asks.dealer, openId]);
  return found !== null && found.of === openId ? found : nothing;
}
