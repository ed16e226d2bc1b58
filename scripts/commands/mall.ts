import { exitWithError } from "../../server/config.ts";
import { readInstallationConfig, withInstallationDatabase } from "./cli-database.ts";
import { caseCommands } from "./mall/cases.ts";
import { catalogueCommands } from "./mall/catalogue.ts";
import { differenceCommands } from "./mall/differences.ts";
import { optionNames, type MallCommand } from "./mall/mall-command.ts";
import { orderCommands } from "./mall/orders.ts";
import { parcelCommands } from "./mall/parcels.ts";
import { refundCommands } from "./mall/refunds.ts";
import { parseArguments } from "./parse-arguments.ts";

/*
 * Runs the mall (docs/operation.md "Mall", docs/catalogue.md): products, stock, orders, parcels and after-sales. ID is the
 * operator's id, no name of a person.
 */
const usage = [
  "usage: npm run -s mall -- products [draft|on|off|PRODUCT_ID|TEXT]",
  "       npm run -s mall -- [products] publish|withdraw PRODUCT_ID",
  "       npm run -s mall -- stock [SKU_ID|TEXT]",
  "       npm run -s mall -- stock SKU_ID --add UNITS|--take UNITS --reason TEXT --id ID",
  "       npm run -s mall -- orders STATE|problem|ORDER_NO|LAST_FOUR_DIGITS|TRACKING_NO",
  "       npm run -s mall -- reveal|close ORDER_NO --by ID",
  "       npm run -s mall -- note ORDER_NO --by ID < TEXT",
  '       npm run -s mall -- ship ORDER_NO --carrier CARRIER --number TRACKING_NO [--units "SKU_ID=UNITS …"]',
  "       npm run -s mall -- ship --file FILE",
  "       npm run -s mall -- correct SHIPMENT_ID --carrier CARRIER --number TRACKING_NO",
  "       npm run -s mall -- after-sales [STATE|CASE_NO]",
  "       npm run -s mall -- agree CASE_NO --by ID",
  "       npm run -s mall -- decline CASE_NO --reason TEXT --by ID",
  '       npm run -s mall -- receive CASE_NO --units "SKU_ID=RECEIVED/GOOD …" --by ID',
  "       npm run -s mall -- refunds",
  "       npm run -s mall -- refunds approve|retry REFUND_ID --by ID",
  "       npm run -s mall -- refunds settle REFUND_ID --receipt RECEIPT --by ID",
  "       npm run -s mall -- differences [days]",
  "       npm run -s mall -- differences refetch wechat|alipay YYYY-MM-DD",
  "       npm run -s mall -- differences resolve DIFFERENCE_ID --reason TEXT --by ID",
].join("\n");
const commands: Readonly<Record<string, MallCommand>> = {
  ...catalogueCommands,
  ...orderCommands,
  ...parcelCommands,
  ...caseCommands,
  ...refundCommands,
  ...differenceCommands,
};

const { positionals, values } = parseArguments(usage, optionNames);
const [name = "", ...words] = positionals;
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
const run = command?.({ words, options: values }) ?? exitWithError(usage);
const config = readInstallationConfig();
await withInstallationDatabase(config, async (db) => {
  process.stdout.write(`${await run(db, config)}\n`);
});
