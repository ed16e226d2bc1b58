import { sql } from "kysely";
import { addAddress } from "#contract/mall/address.ts";
import { addToCart } from "#contract/mall/cart.ts";
import { noticeStock } from "#contract/mall/product.ts";
import { mallLimits } from "#contract/mall/limits.ts";
import { addSampleProduct } from "../samples/sample-mall.ts";
import { countRows } from "../races/race.ts";
import { atOnce, rewritten, type LimitRace } from "./limit-race.ts";

const LEFT = 4;

const addresses: LimitRace = {
  name: "addresses",
  left: LEFT,
  guardRemoval: rewritten(/own\.count < (\$\d+::int)/, "own.count < 1000 + $1"),
  async fire(field, times) {
    const [{ token, userId } = { token: "", userId: "" }] = await field.people(1);
    const used = mallLimits.maxAddresses - LEFT;
    await sql`insert into address (address_id, user_id, recipient, province_code, city_code, district_code, created_time,
        changed_time)
      select ${userId} || n, ${userId}, '', '310000', '310100', '310106', now(), now()
      from generate_series(1, ${used}) as n`.execute(field.db);
    const place = { provinceCode: "310000", cityCode: "310100", districtCode: "310106" };
    const entry = { ...place, name: "林晓岚", mobile: "13912345678", detail: "南京西路 1 号" };
    await atOnce(times, (at) => field.call(at, addAddress, entry, { token }));
    const added = (await countRows(field, "address", { user_id: userId })) - used;
    await sql`delete from address where user_id = ${userId}`.execute(field.db);
    return added;
  },
};

const cartLines: LimitRace = {
  name: "lines of a cart",
  left: LEFT,
  // On one connection the statement alone keeps the limit, so its condition is removed too.
  guardRemoval: rewritten(/own\.lines < (\$\d+::int)/, "own.lines < 1000 + $1"),
  async fire(field, times) {
    const [{ token, userId } = { token: "", userId: "" }] = await field.people(1);
    const used = mallLimits.maxCartLines - LEFT;
    const skus = await addSampleProduct(field.db, { stock: Array.from({ length: used + times }, () => 5) });
    const ids = skus.map(({ skuId }) => skuId);
    await sql`insert into cart_line (user_id, sku_id, qty, added_fen, created_time)
      select ${userId}, id, 1, 1, now() from unnest(${ids.slice(0, used)}::text[]) as id`.execute(field.db);
    const rest = ids.slice(used);
    await atOnce(times, (at) => field.call(at, addToCart, { skuId: rest[at] ?? "", qty: 1 }, { token }));
    return (await countRows(field, "cart_line", { user_id: userId })) - used;
  },
};

const notices: LimitRace = {
  name: "stock notices",
  left: LEFT,
  guardRemoval: rewritten(/sku_id <> (\$\d+)\) < (\$\d+::int)/, "sku_id <> $1) < 1000 + $2"),
  async fire(field, times) {
    const [{ token, userId } = { token: "", userId: "" }] = await field.people(1);
    const used = mallLimits.maxNotices - LEFT;
    const skus = await addSampleProduct(field.db, { stock: Array.from({ length: used + times }, () => 0) });
    const ids = skus.map(({ skuId }) => skuId);
    await sql`insert into stock_notice (sku_id, user_id, created_time)
      select id, ${userId}, now() from unnest(${ids.slice(0, used)}::text[]) as id`.execute(field.db);
    const rest = ids.slice(used);
    await atOnce(times, (at) => field.call(at, noticeStock, { skuId: rest[at] ?? "" }, { token }));
    return (await countRows(field, "stock_notice", { user_id: userId })) - used;
  },
};

export const mallLimitRaces: readonly LimitRace[] = [addresses, cartLines, notices];
