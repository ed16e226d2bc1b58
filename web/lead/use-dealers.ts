import { useEffect, useState } from "react";
import type { NearOrganisation } from "#contract/organisation.ts";
import { viewpointNow } from "../platform/city.ts";
import { send } from "../platform/http/send.ts";
import { firstScreenOver } from "../platform/hydration.ts";
import { loadLocalDealers } from "./api.ts";

export type LocalDealers = {
  /** null: loading; none where there is no dealer, or they are not asked for. */
  readonly dealers: readonly NearOrganisation[] | null;
  readonly hasFailed: boolean;
  readonly reload: () => void;
};

/** Dealers of a city that hold local offline activities, the nearest first (requirement M04). @param cityCode null: not asked for */
export function useDealers(cityCode: string | null): LocalDealers {
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<{
    of: string;
    dealers: readonly NearOrganisation[] | null;
    hasFailed: boolean;
  } | null>(null);
  useEffect(() => {
    if (cityCode === null || cityCode === "") return;
    let isCurrent = true;
    const { cityCode: here, isExact, longitude, latitude } = viewpointNow();
    const point = isExact && here === cityCode ? { longitude, latitude } : null;
    const take = (dealers: readonly NearOrganisation[] | null) =>
      isCurrent && setAnswer({ of: cityCode, dealers, hasFailed: dealers === null });
    // They stand below the first screen, and what loads them would hold that up.
    void firstScreenOver.then(() =>
      isCurrent ? loadLocalDealers(send, cityCode, point).then(take, () => take(null)) : undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [cityCode, turn]);
  const known = answer !== null && answer.of === cityCode ? answer : null;
  return {
    dealers: cityCode === null ? [] : (known?.dealers ?? null),
    hasFailed: known?.hasFailed ?? false,
    reload: () => setTurn((before) => before + 1),
  };
}
