import { mallOrderTabs, type MallOrderFilter, type MallOrderTab } from "#contract/console/mall/orders.ts";
import { readDays, type FilterValues, type ListFilter } from "../../kit/list/list-address.ts";
import { orderPageMessages } from "./messages.ts";

const { filters: texts, deliveries } = orderPageMessages;
const tabNames = Object.keys(mallOrderTabs) as MallOrderTab[];

/** Filters of the list of orders; a number that is looked for stands in no address. */
export const orderFilters: readonly ListFilter[] = [
  // The tabs above the table choose it.
  { kind: "hidden", name: "state" },
  { kind: "days", name: "ordered", label: texts.ordered },
  {
    kind: "select",
    name: "delivery",
    label: texts.delivery,
    options: Object.entries(deliveries).map(([value, label]) => ({ value, label })),
  },
  { kind: "text", name: "find", label: texts.find, placeholder: texts.findHint, isPrivate: true },
];

/** Filter of the call for the chosen values. */
export function toOrderFilter(values: FilterValues): MallOrderFilter {
  const { from, to } = readDays(values["ordered"]);
  const tab = tabNames.find((name) => name === values["state"]?.[0]);
  const delivery = (["express", "pickup"] as const).find((name) => name === values["delivery"]?.[0]);
  const find = values["find"]?.[0]?.replace(/\s/g, "") ?? "";
  return {
    ...(tab !== undefined && { tab }),
    ...(delivery !== undefined && { delivery }),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...(find !== "" && { find }),
  };
}
