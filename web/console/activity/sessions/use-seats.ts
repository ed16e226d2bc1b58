import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ActivitySeats, SeatsResult } from "#contract/console/activity/sessions.ts";
import { Refusal } from "#contract/core/errors.ts";
import { useDebouncedValue } from "../../../ui/hooks/use-debounced-value.ts";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { checkSeats, refreshActivity, saveSeats } from "../api.ts";
import { seatMessages as texts } from "./messages.ts";
import { changesOf, seatChangesOf, type GridChanges, type TypedQuotas } from "./grid-rules.ts";

export type SeatsEditor = {
  readonly typed: TypedQuotas;
  /** Total quota as typed; null: unchanged. */
  readonly typedTotal: string | null;
  readonly changes: GridChanges;
  readonly count: number;
  /** Seats that saving would offer, as the server counts them. */
  readonly offers: SeatsResult["offers"];
  readonly refusal: Refusal | null;
  readonly isBusy: boolean;
  setTyped(typed: TypedQuotas): void;
  setTotal(total: string | null): void;
  drop(): void;
  save(): Promise<void>;
};

/** Typed quotas of an activity; the server says whom they would offer a seat before they are saved. */
export function useSeats(activityId: string, seats: ActivitySeats): SeatsEditor {
  const client = useQueryClient();
  const [typed, setTyped] = useState<TypedQuotas>({});
  const [typedTotal, setTotal] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const changes = changesOf(seats.sessions, typed);
  const total = typedTotal === null ? seats.quota : typedTotal.trim() === "" ? null : Number(typedTotal);
  const isTotalChanged = total !== seats.quota;
  const count = changes.changed.length + (isTotalChanged ? 1 : 0);
  const args = {
    activityId,
    ...(isTotalChanged && { quota: { was: seats.quota, value: total } }),
    changed: seatChangesOf(seats.sessions, typed),
    added: [],
    removed: [],
  };
  const checked = useDebouncedValue(JSON.stringify(args));
  const canCheck =
    count > 0 && changes.faulty === 0 && !Number.isNaN(total) && checked === JSON.stringify(args);
  const check = useQuery({
    queryKey: ["seats-check", checked],
    queryFn: () => checkSeats(args),
    enabled: canCheck,
    retry: false,
    gcTime: 0,
  });
  const drop = (): void => {
    setTyped({});
    setTotal(null);
    setRefusal(null);
  };
  return {
    typed,
    typedTotal,
    changes,
    count,
    offers: canCheck ? (check.data?.offers ?? []) : [],
    refusal: refusal ?? (check.error instanceof Refusal && canCheck ? check.error : null),
    isBusy,
    setTyped,
    setTotal,
    drop,
    async save() {
      setBusy(true);
      try {
        const { offers } = await saveSeats(args);
        drop();
        showResult(offers.length > 0 ? texts.savedOffers(offers.length) : texts.saved);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        setRefusal(error);
      } finally {
        setBusy(false);
        await refreshActivity(client, activityId);
      }
    },
  };
}
