import { useEffect, useState } from "react";
import type { Send } from "#contract/core/call.ts";
import { silentSend, type SignUpOffer } from "../api.ts";

/** The person's cars among the activity's series, and the dealer of the last service. */
export type UserCar = { readonly seriesCodes: readonly string[]; readonly dealerId: string | null };
const unknownCar: UserCar = { seriesCodes: [], dealerId: null };

/**
 * Loaded if the form asks for a series or dealer and a person is logged in; without an answer nothing is
 * marked (requirements U23, U28).
 */
export function useUserCar(send: Send, { activity }: SignUpOffer, openId: string | null): UserCar {
  const { activityId, asks } = activity;
  const [found, setFound] = useState<(UserCar & { readonly of: string }) | null>(null);
  useEffect(() => {
    if (openId === null || !(asks.series || asks.dealer)) return;
    let isCurrent = true;
    const load = async () => {
      const { getLastMaintenanceOrg, listActivityUserSeries } = await import("#contract/car/car.ts");
      const silently = silentSend(send);
      const [series, dealer] = await Promise.all([
        asks.series ? silently(listActivityUserSeries, { activityId }) : [],
        asks.dealer ? silently(getLastMaintenanceOrg, {}) : null,
      ]);
      if (isCurrent)
        setFound({
          of: openId,
          seriesCodes: series.map(({ seriesCode }) => seriesCode),
          dealerId: dealer?.id ?? null,
        });
    };
    load().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [send, activityId, asks.series, asks.dealer, openId]);
  return found !== null && found.of === openId ? found : unknownCar;
}
