import { createClock } from "../../server/core/clock.ts";
import { exitWithError } from "../../server/config.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { adjustStockByOperator, publishProduct } from "../../server/mall/index.ts";
import { readInstallationConfig, withInstallationDatabase } from "./cli-database.ts";
import { parseArguments } from "./parse-arguments.ts";

/*
 * Runs the mall (docs/catalogue.md): `npm run -s mall -- publish PRODUCT_ID` shows a product, `withdraw` hides it, `stock`
 * adds units to a SKU's stock or takes them off.
 */
const usage = [
  "usage: npm run -s mall -- publish|withdraw PRODUCT_ID",
  "       npm run -s mall -- stock SKU_ID --add UNITS|--take UNITS --reason TEXT --id ID",
].join("\n");
const clock = createClock();
const changeContext = () => ({ by: commandLineActor, now: new Date(clock.now()) });

async function publish(db: Database, productId: string, state: "on" | "off"): Promise<string> {
  const outcome = await publishProduct(db, productId, state, changeContext());
  return outcome === "noProduct" ? exitWithError(`there is no product ${productId}`) : outcome;
}

async function changeStock(
  db: Database,
  adjustment: { skuId: string; delta: number; reason: string; causeId: string },
): Promise<string> {
  const { outcome, onHand, reserved } = await adjustStockByOperator(db, adjustment, changeContext());
  const level = `${onHand} on hand, ${reserved} reserved`;
  if (outcome === "noSku") return exitWithError(`there is no SKU ${adjustment.skuId}`);
  if (outcome === "reserved") return exitWithError(`at most ${onHand - reserved} can be taken off: ${level}`);
  return outcome === "tooMany" ? exitWithError(`too many: ${level}`) : `${outcome}  ${level}`;
}

function parseCommand(): (db: Database) => Promise<string> {
  const { positionals, values } = parseArguments(usage, ["add", "take", "reason", "id"]);
  const [command, target = "", ...rest] = positionals;
  if (!/^\d{1,19}$/.test(target) || rest.length > 0) return exitWithError(usage);
  if (command === "publish") return (db) => publish(db, target, "on");
  if (command === "withdraw") return (db) => publish(db, target, "off");
  const { add, take, reason, id } = values;
  const count = add ?? take ?? "";
  const isStock = command === "stock" && (add === undefined) !== (take === undefined);
  if (!isStock || !/^[1-9]\d{0,6}$/.test(count) || !reason || !id) return exitWithError(usage);
  const delta = take === undefined ? Number(count) : -Number(count);
  return (db) => changeStock(db, { skuId: target, delta, reason, causeId: id });
}
const config = readInstallationConfig();
const run = parseCommand();
await withInstallationDatabase(config, async (db) => {
  process.stdout.write(`${await run(db)}\n`);
});
