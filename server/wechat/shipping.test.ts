import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { shippingUploader } from "./shipping.ts";

type Received = { readonly url: string; readonly type: string; readonly body: unknown };
let received: Received[] = [];
/** Next answers of the recorded WeChat; null closes the connection. */
let answers: (object | null)[] = [];
const server = createServer((request, response) => {
  let text = "";
  request.on("data", (part: Buffer) => (text += part.toString()));
  request.on("end", () => {
    const { url = "", headers } = request;
    received.push({ url, type: headers["content-type"] ?? "", body: JSON.parse(text) });
    const answer = answers.shift();
    if (answer === null) return void request.socket.destroy();
    response.end(JSON.stringify(answer ?? { errcode: 0, errmsg: "ok" }));
  });
});
await new Promise<void>((resolve) => {
  server.listen(0, "127.0.0.1", resolve);
});
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
let tokens = 0;
beforeEach(() => {
  [received, answers, tokens] = [[], [], 1];
});
const upload = shippingUploader(() => base, {
  accessToken: () => Promise.resolve(`MINI_TOKEN_${tokens}`),
  forgetAccessToken: () => {
    tokens++;
    return Promise.resolve();
  },
});
const report = {
  mode: "whole",
  isPickup: false,
  isComplete: true,
  parcels: [{ carrier: "zhongtong", trackingNo: "ZT1000000001", goods: "随行杯×1" }],
  contact: "138****5678",
  mchid: "1900000109",
  outTradeNo: "M27030800000001_1",
  openId: "oMini_0123456789",
  time: Date.parse("2027-03-08T04:00:00.120Z"),
} as const;

test("MA79 a report has the shape that WeChat documents", async () => {
  expect(await upload(report)).toEqual({ state: "accepted" });
  expect(received).toEqual([
    {
      url: "/wxa/sec/order/upload_shipping_info?access_token=MINI_TOKEN_1",
      type: "application/json",
      body: {
        order_key: { order_number_type: 1, mchid: "1900000109", out_trade_no: "M27030800000001_1" },
        logistics_type: 1,
        delivery_mode: 1,
        shipping_list: [
          {
            tracking_no: "ZT1000000001",
            express_company: "ZTO",
            item_desc: "随行杯×1",
            contact: { receiver_contact: "138****5678" },
          },
        ],
        upload_time: expect.stringMatching(/^2027-03-08T12:00:00(\.120)?\+08:00$/) as string,
        payer: { openid: "oMini_0123456789" },
      },
    },
  ]);
});

test("MA79 parts say whether all is sent; a pick-up has no parcel number", async () => {
  await upload({ ...report, mode: "split", isComplete: false });
  expect(received[0]?.body).toMatchObject({ delivery_mode: 2, is_all_delivered: false });
  const parcels = [{ carrier: null, trackingNo: null, goods: "随行杯×1" }];
  await upload({ ...report, isPickup: true, parcels, contact: null });
  expect(received[1]?.body).toMatchObject({ logistics_type: 4, shipping_list: [{ item_desc: "随行杯×1" }] });
});

test("MA79 a token that WeChat no longer accepts is replaced once", async () => {
  answers = [{ errcode: 40001 }, { errcode: 0 }];
  expect(await upload(report)).toEqual({ state: "accepted" });
  expect(received.map(({ url }) => url.slice(-12))).toEqual(["MINI_TOKEN_1", "MINI_TOKEN_2"]);
  answers = [{ errcode: 42001 }, { errcode: 42001 }];
  expect(await upload(report)).toEqual({ state: "silent" });
  expect(received).toHaveLength(4);
});

test.each([
  [{ errcode: 10060023 }, { state: "accepted" }],
  [{ errcode: 10060003 }, { state: "refused", code: 10060003 }],
  [{ errcode: -1 }, { state: "silent" }],
  [{ nothing: 1 }, { state: "silent" }],
  [null, { state: "silent" }],
])("MA79 the answer %j", async (answer, result) => {
  answers = [answer];
  expect(await upload(report)).toEqual(result);
});
