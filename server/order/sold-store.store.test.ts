import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../testing/database/test-database.ts";
import { addSampleProduct } from "../testing/samples/sample-mall.ts";
import { changeSold, foldSold } from "./sold-store.ts";

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

async function productId(): Promise<string> {
  const [sku] = await addSampleProduct(opened.db);
  if (!sku) throw new Error("no SKU");
  return sku.productId;
}
async function soldOf(id: string): Promise<number | undefined> {
  const { rows } = await sql<{ sold: number }>`select sold from product where product_id = ${id}`.execute(
    opened.db,
  );
  return rows[0]?.sold;
}

test("MA88 sold units of several products are counted once, whatever counts them at once", async () => {
  const [one, other] = [await productId(), await productId()];
  for (let at = 0; at < 30; at++)
    await changeSold(opened.db, [
      { productId: one, units: 2 },
      { productId: other, units: 1 },
      { productId: one, units: 1 },
    ]);
  expect([await soldOf(one), await soldOf(other)]).toEqual([0, 0]);
  const refund = changeSold(opened.db, [{ productId: one, units: -3 }]);
  await Promise.all([foldSold(opened.db), refund, foldSold(opened.db), foldSold(opened.db)]);
  await foldSold(opened.db);
  expect([await soldOf(one), await soldOf(other)]).toEqual([87, 30]);
  const { rows } = await sql`select from sold_change`.execute(opened.db);
  expect(rows).toEqual([]);
});

test("MA88 more units given back than sold leave no negative count", async () => {
  const id = await productId();
  await changeSold(opened.db, [{ productId: id, units: 4 }]);
  await changeSold(opened.db, [{ productId: id, units: -5 }]);
  await foldSold(opened.db);
  expect(await soldOf(id)).toBe(0);
});
