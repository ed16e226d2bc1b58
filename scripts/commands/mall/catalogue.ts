import { everyScope } from "../../../contract/console/scope.ts";
import { commandLineActor } from "../../../server/database/shared-tables/audit-log.ts";
import type { Database } from "../../../server/database/connection/database.ts";
import {
  adjustStockByOperator,
  countManagedProducts,
  findManagedProduct,
  listManagedProducts,
  listReservations,
  listStock,
  publishProduct,
  type ManagedProduct,
  type ManagedProductDetail,
  type StockLine,
} from "../../../server/mall/index.ts";
import { fail, linesOf, minute, now, yuan, type MallCommand, type RunCommand } from "./mall-command.ts";

/** An operator at the command line has no limits. */
const scopes = [everyScope];
const changeContext = () => ({ by: commandLineActor, now: now(), scopes });
const isId = (text: string | undefined): text is string => /^\d{1,19}$/.test(text ?? "");

/** Products or SKUs of a list; above it the command says how many there are. */
const MOST_LISTED = 200;
const states = ["draft", "on", "off"] as const;

const priceOf = ({ priceFen, mostFen }: ManagedProduct): string => {
  if (priceFen === null || mostFen === null) return "no SKU for sale";
  return priceFen === mostFen ? yuan(priceFen) : `${yuan(priceFen)}–${yuan(mostFen)}`;
};
const describe = (one: ManagedProduct): string =>
  [
    one.productId,
    one.state,
    one.title,
    one.categoryName,
    priceOf(one),
    `${one.skus} SKUs`,
    `${one.onHand} on hand, ${one.reserved} reserved`,
    `${one.sold} sold`,
  ].join("  ");
const describeDetail = (one: ManagedProductDetail): string =>
  [
    [one.productId, one.state, one.title, `${one.sold} sold`, `changed ${minute(one.changedTime)}`].join(
      "  ",
    ),
    ...one.skus.map(({ skuId, optionValues, priceFen, isOn, onHand, reserved }) =>
      [
        `  SKU ${skuId}`,
        optionValues.join(" "),
        yuan(priceFen),
        `${onHand} on hand, ${reserved} reserved`,
        isOn ? "" : "not for sale",
      ]
        .filter((part) => part !== "")
        .join("  "),
    ),
    ...one.pricePlans.map(
      ({ skuId, priceFen, fromTime, toTime, audience }) =>
        `  plan of SKU ${skuId}  ${yuan(priceFen)}  ${minute(new Date(fromTime))} to ${minute(new Date(toTime))}  ${audience}`,
    ),
  ].join("\n");

async function list(
  db: Database,
  filter: { state?: (typeof states)[number]; text?: string },
): Promise<string> {
  const found = await listManagedProducts(db, { scopes, ...filter }, { after: null, size: MOST_LISTED });
  const lines = found.slice(0, MOST_LISTED).map(describe);
  if (found.length <= MOST_LISTED) return linesOf(lines);
  const count = await countManagedProducts(db, { scopes, ...filter }, 10_000);
  return [...lines, `the last ${MOST_LISTED} changes of ${count}; name a text or a state`].join("\n");
}
async function showProduct(db: Database, productId: string): Promise<string> {
  const found = await findManagedProduct(db, productId, { scopes, now: now() });
  return found ? describeDetail(found) : fail(`there is no product ${productId}`);
}

async function publish(db: Database, productId: string, state: "on" | "off"): Promise<string> {
  const outcome = await publishProduct(db, productId, state, changeContext());
  return outcome === "noProduct" ? fail(`there is no product ${productId}`) : outcome;
}
const publishing =
  (state: "on" | "off"): MallCommand =>
  ({ words: [productId, ...rest] }) =>
    isId(productId) && rest.length === 0 ? (db) => publish(db, productId, state) : null;
const [publishOne, withdrawOne] = [publishing("on"), publishing("off")];

const products: MallCommand = (given) => {
  const [which, ...rest] = given.words;
  if (which === "publish" || which === "withdraw")
    return (which === "publish" ? publishOne : withdrawOne)({ ...given, words: rest });
  if (rest.length > 0) return null;
  if (which === undefined) return (db) => list(db, {});
  if (isId(which)) return (db) => showProduct(db, which);
  const state = states.find((one) => one === which);
  return (db) => list(db, state === undefined ? { text: which } : { state });
};

async function changeStock(
  db: Database,
  adjustment: { skuId: string; delta: number; reason: string; causeId: string },
): Promise<string> {
  const { outcome, onHand, reserved } = await adjustStockByOperator(db, adjustment, changeContext());
  const level = `${onHand} on hand, ${reserved} reserved`;
  if (outcome === "noSku") return fail(`there is no SKU ${adjustment.skuId}`);
  if (outcome === "reserved") return fail(`at most ${onHand - reserved} can be taken off: ${level}`);
  return outcome === "tooMany" ? fail(`too many: ${level}`) : `${outcome}  ${level}`;
}
const describeStock = (one: StockLine): string =>
  [
    one.skuId,
    one.title,
    one.optionValues.join(" "),
    `${one.onHand} on hand, ${one.reserved} reserved`,
    one.openOrders > 0 ? `${one.openOrders} orders` : "",
  ]
    .filter((part) => part !== "")
    .join("  ");
/** Stock of a SKU with the orders that hold it, of the SKUs of a text, or of all. */
const showStock =
  (text: string | undefined): RunCommand =>
  async (db) => {
    const found = await listStock(db, { scopes, text }, { after: "", size: MOST_LISTED });
    const lines = found.slice(0, MOST_LISTED).map(describeStock);
    const [only] = found;
    if (!isId(text) || only === undefined) return linesOf(lines);
    const orders = await listReservations(db, only.skuId, { scopes, most: MOST_LISTED });
    return [
      ...lines,
      ...orders.map(({ orderNo, state, units, createdTime }) =>
        [`  order ${orderNo}`, state, `${units} units`, minute(createdTime)].join("  "),
      ),
    ].join("\n");
  };
const stock: MallCommand = ({ words: [which, ...rest], options: { add, take, reason, id } }) => {
  if (rest.length > 0) return null;
  if ([add, take, reason, id].every((one) => one === undefined)) return showStock(which);
  const count = add ?? take ?? "";
  const isOne = (add === undefined) !== (take === undefined);
  if (!isId(which) || !isOne || !/^[1-9]\d{0,6}$/.test(count) || !reason || !id) return null;
  const delta = take === undefined ? Number(count) : -Number(count);
  return (db) => changeStock(db, { skuId: which, delta, reason, causeId: id });
};

/** Commands of products and of stock. */
export const catalogueCommands = { products, publish: publishOne, withdraw: withdrawOne, stock } as const;
