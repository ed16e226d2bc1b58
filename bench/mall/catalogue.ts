// Lists and products from the cache, compared with a bare Node server that sends the same bytes, in alternating rounds.
// Run after a build:
//   node bench/mall/catalogue.ts
//   ROUNDS=3 REQUESTS=20000 node bench/mall/catalogue.ts
import { sql } from "kysely";
import { addSampleProduct } from "../../server/testing/samples/sample-mall.ts";
import {
  compare,
  flooded,
  getOf,
  repeatRequest,
  startBareServer,
  type Measurement,
} from "../http/compare-servers.ts";
import { withShop, type Shop } from "./shop.ts";

const REQUESTS = Number(process.env["REQUESTS"] ?? 30_000);
const PRODUCTS = 40;
const API = "/mall-api/cop-mall/api/v1";

/** Compares one path with a bare server of its bytes. */
async function comparePath({ origin, pid }: Shop, name: string, path: string): Promise<void> {
  const answer = await fetch(origin + path);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!bytes.toString().startsWith('{"code":"00"')) throw new Error(`${path}: ${bytes.toString()}`);
  const bare = await startBareServer(bytes);
  try {
    const requests = repeatRequest(getOf(path), REQUESTS);
    const ours: Measurement = () => flooded(pid, origin, requests);
    const theirs: Measurement = () => flooded(bare.pid, bare.origin, requests);
    await compare(`${name} (${bytes.length} B), of a bare server`, [ours, theirs], 0.6);
  } finally {
    bare.stop();
  }
}

await withShop({}, async (shop) => {
  for (let at = 0; at < PRODUCTS; at++) await addSampleProduct(shop.db, { stock: [100, 50, 20] });
  const { rows } = await sql<{ id: string }>`
    select product_id as id from product order by product_id limit 1`.execute(shop.db);
  await comparePath(shop, "product list", `${API}/product/list?size=20`);
  await comparePath(shop, "product", `${API}/product/detail/${rows[0]?.id ?? ""}`);
});
