import { commandLineActor } from "../../../server/database/shared-tables/audit-log.ts";
import type { Database } from "../../../server/database/connection/database.ts";
import { adjustStockByOperator, publishProduct } from "../../../server/mall/index.ts";
import { fail, now, type MallCommand } from "./mall-command.ts";

const changeContext = () => ({ by: commandLineActor, now: now() });
const isId = (text: string | undefined): text is string => /^\d{1,19}$/.test(text ?? "");

async function publish(db: Database, productId: string, state: "on" | "off"): Promise<string> {
  const outcome = await publishProduct(db, productId, state, changeContext());
  return outcome === "noProduct" ? fail(`there is no product ${productId}`) : outcome;
}
const publishing =
  (state: "on" | "off"): MallCommand =>
  ({ words: [productId, ...rest] }) =>
    isId(productId) && rest.length === 0 ? (db) => publish(db, productId, state) : null;

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
const stock: MallCommand = ({ words: [skuId, ...rest], options: { add, take, reason, id } }) => {
  const count = add ?? take ?? "";
  const isOne = (add === undefined) !== (take === undefined);
  if (!isId(skuId) || rest.length > 0 || !isOne || !/^[1-9]\d{0,6}$/.test(count) || !reason || !id)
    return null;
  const delta = take === undefined ? Number(count) : -Number(count);
  return (db) => changeStock(db, { skuId, delta, reason, causeId: id });
};

/** Commands of the catalogue and of stock. */
export const catalogueCommands = {
  publish: publishing("on"),
  withdraw: publishing("off"),
  stock,
} as const;
