import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addAddress,
  changeAddress,
  listAddresses,
  removeAddress,
  type NewAddress,
} from "#contract/mall/address.ts";
import { testApp, type TestApp } from "../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

let people = 0;
const person = () => app.login(`135${String(31_000_000 + people++)}`);
const home: NewAddress = {
  name: "欧阳映雪",
  mobile: "13912345678",
  provinceCode: "330000",
  cityCode: "330100",
  districtCode: "330106",
  detail: "文三路 553 号 2 幢 1401",
};
const add = async (token: string, over: Partial<NewAddress> = {}) =>
  (await app.call(addAddress, { ...home, ...over }, { token })).data;
const list = async (token: string) => (await app.call(listAddresses, {}, { token })).data;
const defaults = async (token: string) =>
  (await list(token)).filter(({ isDefault }) => isDefault).map(({ detail }) => detail);

test("MA12 an address is whole for its person, and encrypted in its row", async () => {
  const { token, userId } = await person();
  const added = await add(token, { mobile: "+86 139-1234-5678" });
  expect(added).toMatchObject({
    ...home,
    isDefault: true,
    divisionName: "浙江省杭州市西湖区",
  });
  expect(await list(token)).toEqual([added]);
  const { rows } = await sql<{ text: string }>`
    select address::text as text from address where user_id = ${userId}`.execute(app.context.db);
  expect(rows).toHaveLength(1);
  for (const part of [home.name, home.mobile, "文三路"]) expect(rows[0]?.text).not.toContain(part);
});

test("MA12 one address is the default: the first, a later one by choice, the latest changed after its removal", async () => {
  const { token } = await person();
  const first = await add(token, { detail: "一号" });
  await add(token, { detail: "二号" });
  const third = await add(token, { detail: "三号", isDefault: true });
  expect(await defaults(token)).toEqual(["三号"]);
  expect((await list(token)).map(({ detail }) => detail)).toEqual(["三号", "二号", "一号"]);
  const { addressId: id } = first;
  await app.call(changeAddress, { ...home, id, detail: "一号院", isDefault: true }, { token });
  expect(await defaults(token)).toEqual(["一号院"]);
  // The default stays so until another is chosen.
  await app.call(changeAddress, { ...home, id, detail: "一号", isDefault: false }, { token });
  expect(await defaults(token)).toEqual(["一号"]);
  app.context.clock.set(app.context.clock.now() + 60_000);
  await app.call(changeAddress, { ...home, id: third.addressId, detail: "三号" }, { token });
  await app.call(removeAddress, { id }, { token });
  expect(await defaults(token)).toEqual(["三号"]);
  app.context.clock.set(null);
});

test("MA12 MA18 an address of another person, and an unknown one, is not found", async () => {
  const [own, other] = [await person(), await person()];
  const { addressId } = await add(own.token);
  for (const [id, token] of [
    [addressId, other.token],
    ["404", own.token],
  ] as const) {
    expect((await app.call(changeAddress, { ...home, id, detail: "别处" }, { token })).status).toBe(404);
    expect((await app.call(removeAddress, { id }, { token })).status).toBe(404);
  }
  expect(await list(other.token)).toEqual([]);
  expect((await list(own.token))[0]?.detail).toBe(home.detail);
});

test("MA12 a person has at most 20 addresses", async () => {
  const { token } = await person();
  for (let at = 0; at < 20; at++) await add(token, { detail: `${at} 号` });
  const refused = await app.call(addAddress, home, { token });
  expect([refused.status, refused.message]).toEqual([429, "最多保存 20 个地址，请先删除不用的"]);
  expect(await list(token)).toHaveLength(20);
});

test.each([
  [{ districtCode: "310106" }, "districtCode"],
  [{ cityCode: "310100" }, "districtCode"],
  [{ provinceCode: "990000" }, "districtCode"],
  [{ districtCode: "33" }, "districtCode"],
  [{ mobile: "12345" }, "mobile"],
  [{ name: " " }, "name"],
  [{ detail: "" }, "detail"],
  [{ detail: "长".repeat(101) }, "detail"],
])("MA12 %j is refused at its field", async (over, field) => {
  const { token } = await person();
  const { status, data } = await app.call(addAddress, { ...home, ...over }, { token });
  const { fields } = data as unknown as { fields: object };
  expect([status, Object.keys(fields)]).toEqual([601, [field]]);
});

test("MA12 a city without districts stands for its district", async () => {
  const { token } = await person();
  const place = { provinceCode: "440000", cityCode: "441900", districtCode: "441900" };
  expect((await add(token, place)).divisionName).toBe("广东省东莞市");
});
