import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { locateAddress, locatePoint } from "#contract/location/location.ts";
import { testApp, type TestApp } from "../testing/app.ts";

let amap: Server;
let product: TestApp;
/** AMap's result for every point and address; null: an error response. */
let adcode: string | null = null;
beforeAll(async () => {
  amap = createServer((_request, response) => {
    if (adcode === null) return response.writeHead(500).end();
    const regeocode = { addressComponent: { country: "中国", city: [], adcode } };
    return response.end(JSON.stringify({ status: "1", info: "OK", infocode: "10000", adcode, regeocode }));
  });
  await new Promise<void>((resolve) => amap.listen(0, "127.0.0.1", resolve));
  const AMAP_BASE = `http://127.0.0.1:${(amap.address() as AddressInfo).port}`;
  product = await testApp({ settings: { AMAP_KEY: "key", AMAP_BASE } });
});
afterAll(async () => {
  await product.close();
  amap.close();
});

const SHENZHEN = "219.133.0.1";
it("U16 U17 J08 AMap's result has priority over the own tables, which answer if it fails", async () => {
  adcode = "330106";
  const point = { longitude: 114.06, latitude: 22.54 };
  expect((await product.call(locatePoint, point)).data).toMatchObject({ cityId: "330100", ...point });
  expect((await product.call(locateAddress, {}, { address: SHENZHEN })).data).toMatchObject({
    cityId: "330100",
    province: "浙江省",
  });
  adcode = null;
  const other = { longitude: 114.1, latitude: 22.6 };
  expect((await product.call(locatePoint, other)).data.cityId).toBe("440300");
  expect((await product.call(locateAddress, {}, { address: "202.106.0.20" })).data.cityId).toBe("110100");
});
