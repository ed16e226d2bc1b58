import { useEffect, useState } from "react";
import { priceText } from "#contract/mall/price-text.ts";
import { send } from "../../platform/http/send.ts";
import { useCity } from "../../platform/location/city.ts";
import { firstScreenDone } from "../../platform/page-load/hydration.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { productMessages } from "./product-messages.ts";

const provinceOf = (cityCode: string): string => `${cityCode.slice(0, 2)}0000`;

/** Delivery to the chosen city in words; empty until the server has answered. */
export function useDelivery(skuId: string | null): string {
  const { code, name } = useCity();
  const [text, setText] = useState("");
  useEffect(() => {
    if (skuId === null) return;
    let isCurrent = true;
    const show = (next: string) => isCurrent && setText(next);
    const place = { provinceCode: provinceOf(code), cityCode: code };
    void firstScreenDone
      .then(() => import("#contract/mall/product.ts"))
      .then(({ estimateFreight }) => send(estimateFreight, { skuId, qty: 1, ...place }, { isSilent: true }))
      .then(
        ({ freightFen, freeFromFen, days }) => {
          const freight =
            freightFen === 0 ? productMessages.freightFree : productMessages.freight(priceText(freightFen));
          const free =
            freightFen > 0 && freeFromFen !== null
              ? `，${productMessages.freeFrom(priceText(freeFromFen))}`
              : "";
          show(`${productMessages.deliveryTo(name, days)}，${freight}${free}`);
        },
        (error: unknown) => {
          if (asRefusal(error)?.refusal === "addressOut") show(productMessages.deliveryOut(name));
        },
      );
    return () => {
      isCurrent = false;
    };
  }, [skuId, code, name]);
  return text;
}
