import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import {
  previewAfterSale,
  requestAfterSale,
  type AfterSaleKind,
  type AfterSaleReason,
} from "#contract/order/after-sale.ts";
import type { OrderDetail } from "#contract/order/order.ts";
import { onReconnect } from "../../platform/browser/network.ts";
import { send } from "../../platform/http/send.ts";
import { track } from "../../platform/tracking/track.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useSingleFlight } from "../../ui/hooks/use-single-flight.ts";
import type { PictureUploads } from "../../ui/media/use-picture-uploads.ts";
import { refusalText } from "../shared/refusal-text.ts";
import { requestableUnits } from "./requestable-units.ts";

type Preview = Awaited<ReturnType<typeof loadPreview>>;
const loadPreview = (args: Parameters<typeof send<typeof previewAfterSale>>[1]) =>
  send(previewAfterSale, args, { isSilent: true });

type Wanted = Parameters<typeof loadPreview>[0];
type Computed = { readonly key: string; readonly preview: Preview | null; readonly problem: string | null };

/** The amount of a selection; null while it is computed, or with the problem that there is. */
function usePreview(wanted: Wanted) {
  const key = JSON.stringify(wanted);
  const [computed, setComputed] = useState<Computed>({ key, preview: null, problem: null });
  const compute = useEffectEvent(() => {
    if (wanted.units.length === 0) return;
    void loadPreview(wanted).then(
      (preview) => setComputed({ key, preview, problem: null }),
      (error: unknown) => setComputed({ key, preview: null, problem: asRefusal(error)?.message ?? null }),
    );
  });
  useEffect(() => {
    compute();
    return onReconnect(() => compute());
  }, [key]);
  const isCurrent = computed.key === key && wanted.units.length > 0;
  return {
    preview: isCurrent ? computed.preview : null,
    problem: isCurrent ? computed.problem : null,
    setProblem: (problem: string) => setComputed((before) => ({ ...before, problem })),
  };
}

/** A case being written: units, kind, reason, text, and the amount that the server computes for them. */
export function useRequest(order: OrderDetail, pictures: PictureUploads) {
  const navigate = useNavigate();
  const isSent = order.lines.some(({ shippedQty }) => shippedQty > 0);
  const [kind, setKind] = useState<AfterSaleKind>("refund");
  const [reason, setReason] = useState<AfterSaleReason>("unwanted");
  const [text, setText] = useState("");
  const [units, setUnits] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(order.lines.map((line) => [line.lineId, isSent ? 0 : requestableUnits(line)])),
  );
  const keys = useRef(new Map<string, string>());
  const chosen = Object.entries(units).flatMap(([lineId, qty]) => (qty > 0 ? [{ lineId, qty }] : []));
  const wanted = { orderId: order.orderId, kind, units: chosen, reason };
  const { preview, problem, setProblem } = usePreview(wanted);
  const submit = async (): Promise<void> => {
    const body = { ...wanted, text, pictureKeys: [...pictures.ids] };
    const name = JSON.stringify(body);
    const idempotencyKey = keys.current.get(name) ?? crypto.randomUUID();
    keys.current.set(name, idempotencyKey);
    try {
      const opened = await send(requestAfterSale, body, { idempotencyKey, handlesRefusal: () => true });
      track("refund_asked", { kind });
      await navigate(`/mall/after-sale/${opened.afterSaleId}`, { replace: true });
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      setProblem(refusalText(refusal));
    }
  };
  const [isBusy, run] = useSingleFlight(submit);
  return {
    isSent,
    kind,
    setKind,
    reason,
    setReason,
    text,
    setText,
    units,
    setUnit: (lineId: string, qty: number) => setUnits((before) => ({ ...before, [lineId]: qty })),
    preview,
    problem,
    isBusy,
    isEmpty: chosen.length === 0,
    canSubmit: chosen.length > 0 && preview !== null && !pictures.isBusy,
    submit: () => void run(),
  };
}
export type RequestModel = ReturnType<typeof useRequest>;
