import type { MallProductDetail, MallProductRow } from "#contract/console/mall/products.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { PlannedChangeRow } from "../../database/shared-tables/scheduled-change-store.ts";
import type { ManagedProductDetail } from "../operator/detail-store.ts";
import type { ManagedProduct } from "../operator/list-store.ts";

export const presentProductRow = ({ changedTime, ...row }: ManagedProduct): MallProductRow => ({
  ...row,
  changedTime: toShanghaiIso(changedTime),
});

/** Pictures of a product, the cover first. */
const picturesOf = ({ coverUrl, images }: ManagedProductDetail): string[] => {
  const urls = images.map(({ pictureUrl }) => pictureUrl);
  return coverUrl === "" || urls.includes(coverUrl) ? urls : [coverUrl, ...urls];
};
function presentFields(found: ManagedProductDetail): MallProductDetail["fields"] {
  return {
    title: found.title,
    subtitle: found.subtitle,
    categoryId: found.categoryId,
    images: picturesOf(found),
    content: found.content,
    options: found.options.map(({ name, values }) => ({ name, values: [...values] })),
    tags: [...found.tags],
    services: [...found.services],
    seriesCodes: [...found.seriesCodes],
    saleFrom: found.saleFrom === null ? null : toShanghaiIso(found.saleFrom),
    buyMost: found.buyMost,
    noReturn: found.noReturn,
    returnDays: found.returnDays,
    freightId: found.freightId,
    pickupDealers: found.pickupDealers && [...found.pickupDealers],
  };
}

type DetailParts = {
  readonly found: ManagedProductDetail;
  readonly planned: readonly PlannedChangeRow[];
  readonly openOrders: number;
  readonly names: ReadonlyMap<string, string>;
};
export const presentProductDetail = ({
  found,
  planned,
  openOrders,
  names,
}: DetailParts): MallProductDetail => ({
  productId: found.productId,
  state: found.state,
  fields: presentFields(found),
  sold: found.sold,
  skus: found.skus.map(({ optionValues, imageUrl: _image, place: _place, ...sku }) => ({
    ...sku,
    optionValues: [...optionValues],
    plans: found.pricePlans
      .filter((plan) => plan.skuId === sku.skuId)
      .map(({ planId, priceFen, audience, fromTime, toTime }) => ({
        planId,
        priceFen,
        audience,
        fromTime: toShanghaiIso(fromTime),
        toTime: toShanghaiIso(toTime),
      })),
  })),
  openOrders,
  revision: found.revision,
  changedTime: toShanghaiIso(found.changedTime),
  changedBy: (found.changedBy !== null && names.get(found.changedBy)) || null,
  planned: planned.map(({ change_id, action, at_time, made_by }) => ({
    changeId: change_id,
    action,
    at: toShanghaiIso(at_time),
    by: names.get(made_by) ?? "",
  })),
});
