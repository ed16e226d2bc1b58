import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { testApp } from "../../testing/app.ts";
import { createExpressTracking, type ExpressReport } from "./kuaidi100.ts";
import { addSimulators } from "../../../simulator/index.ts";

const reports: ExpressReport[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const read = tracking.readReport(Buffer.concat(parts));
    reports.push(read);
    const { status, body } = tracking.answerReport(read.kind === "track" ? "stored" : "failed");
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
});
await new Promise<void>((resolve) => {
  receiver.listen(0, "127.0.0.1", resolve);
});
const callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/notify`;
const app = await testApp({
  extend: addSimulators,
  settings: {
    SIMULATORS: "1",
    EXPRESS_CUSTOMER: "C1",
    EXPRESS_KEY: "key-of-ours",
    EXPRESS_SALT: "salt-of-ours",
    EXPRESS_CALLBACK: callback,
    EXPRESS_BASE: "http://127.0.0.1:1/",
  },
});
const origin = await app.listen();
const { config } = app.context;
const express = config.express && { ...config.express, base: `${origin}/sim/express/` };
const created = createExpressTracking({ ...app.context, config: { ...config, express } });
if (created === null) throw new Error("no tracking");
const tracking = created;
afterAll(async () => {
  await app.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(() => {
  reports.length = 0;
});

const parcelOf = (trackingNo: string) => ({ carrier: "shunfeng", trackingNo, phoneTail: "8000" });
const act = (trackingNo: string, nodes: string[], how: string) =>
  app.app.inject({ method: "POST", url: "/sim/express/act", payload: { trackingNo, nodes, how } });
const tracks = () => reports.map((one) => (one.kind === "track" ? one.track : null));

test("MA76 a parcel is subscribed to once, and queried", async () => {
  const parcel = parcelOf("SF1000000001");
  expect(await tracking.subscribe(parcel)).toEqual({ state: "subscribed" });
  expect(await tracking.subscribe(parcel)).toEqual({ state: "subscribed" });
  expect(await tracking.query(parcel)).toBeNull();
  await act(parcel.trackingNo, ["collected", "moving"], "inOrder");
  expect(await tracking.query(parcel)).toMatchObject({ state: "moving", trackingNo: "SF1000000001" });
  expect(await tracking.subscribe(parcelOf("no"))).toEqual({ state: "refused", code: "701" });
});

test.each([
  ["inOrder", [1, 2, 3]],
  ["outOfOrder", [3, 2, 1]],
  ["twice", [1, 1, 2, 2, 3, 3]],
])("MA76 reports come %s, each with the whole track, oldest first", async (how, lengths) => {
  const { trackingNo } = parcelOf(`SF20000000${how.length}`);
  await tracking.subscribe(parcelOf(trackingNo));
  const answer = await act(trackingNo, ["collected", "delivering", "signed"], how);
  expect(answer.json<{ data: { acknowledged: boolean[] } }>().data.acknowledged).toEqual(
    lengths.map(() => true),
  );
  expect(tracks().map((track) => track?.nodes.length)).toEqual(lengths);
  const longest = tracks().find((track) => track?.nodes.length === 3);
  expect(longest).toMatchObject({ state: "signed", carrier: "shunfeng" });
  expect(longest?.nodes.map(({ city }) => city)).toEqual(["上海市", "宁波市", "宁波市"]);
  const [first, second] = longest?.nodes ?? [];
  expect((second?.time ?? 0) - (first?.time ?? 0)).toBe(1_000);
});

test.each([
  ["refused", "problem"],
  ["problem", "problem"],
  ["returned", "returned"],
  ["moving", "moving"],
])("a parcel that is %s is in the state %s", async (node, state) => {
  const trackingNo = `SF3000000${node.length}${state.length}`;
  await tracking.subscribe(parcelOf(trackingNo));
  await act(trackingNo, [node], "inOrder");
  expect(tracks()).toMatchObject([{ state }]);
});

test("a report with another signature or text is refused", () => {
  const read = (form: Record<string, string>) =>
    tracking.readReport(Buffer.from(new URLSearchParams(form).toString()));
  expect(read({ param: "{}", sign: "0".repeat(32) })).toEqual({ kind: "refused", reason: "signature" });
  expect(read({ param: "{}" })).toEqual({ kind: "refused", reason: "signature" });
  expect(read({ sign: "0".repeat(32) })).toEqual({ kind: "refused", reason: "malformed" });
});
