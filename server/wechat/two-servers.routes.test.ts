import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { wechatSignatures } from "#contract/wechat/wechat.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { createWechatApi } from "./api.ts";
import { createCredentials } from "./credentials.ts";
import { jsapiSignature } from "./rules.ts";
import { credentialStore } from "./store.ts";
import { recorded, recordedWechat, type RecordedWechat } from "./test-recorded-wechat.ts";

// Two servers of one installation; on PostgreSQL each has separate connections.
let wechat: RecordedWechat;
let first: TestApp;
let second: TestApp;
const BOTH = 2;
const waiting: (() => void)[] = [];
let isHeld = false;
/** Resolves after both requests have arrived, as if the servers had started at the same time; otherwise at once. */
async function together(): Promise<void> {
  if (!isHeld) return;
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    if (waiting.length === BOTH) for (const go of waiting.splice(0)) go();
  });
}

beforeAll(async () => {
  wechat = await recordedWechat(async ({ path }) => {
    if (path !== "cgi-bin/token") return recorded.ticket;
    await together();
    return recorded.token;
  });
  const settings = { WECHAT_APP_SECRET: "SECRET", WECHAT_API_BASE: wechat.base };
  first = await testApp({ settings });
  second = await testApp({ settings, beside: first });
});
beforeEach(() => {
  wechat.asked.length = 0;
});
afterEach(() => {
  isHeld = false;
});
afterAll(async () => {
  await second.close();
  await first.close();
  await wechat.close();
});

test("U12 forty concurrent pages on two servers request each of the two credentials once", async () => {
  const answers = await Promise.all(
    [first, second].flatMap((server) =>
      Array.from({ length: 20 }, (_, at) =>
        server.call(wechatSignatures, {
          signatureUrl: `${server.context.origin()}/marketing/area/activity/?a=${at}`,
        }),
      ),
    ),
  );
  for (const { code, data } of answers) {
    expect(code).toBe("00");
    expect(data.signature).toMatch(/^[0-9a-f]{40}$/);
  }
  const url = `${first.context.origin()}/marketing/area/activity/?a=0`;
  const { timestamp, noncestr, signature } = answers[0]?.data ?? {
    timestamp: 0,
    noncestr: "",
    signature: "",
  };
  expect(signature).toBe(jsapiSignature({ ticket: "TICKET", noncestr, timestamp, url }));
  expect([wechat.count("cgi-bin/token"), wechat.count("cgi-bin/ticket/getticket")]).toEqual([1, 1]);
});

test("without the lease both servers request a token, which proves that the lease is needed", async () => {
  isHeld = true;
  const appId = "wx0000000000000000";
  await Promise.all(
    [first, second].map(({ context }) => {
      const api = createWechatApi({ apiBase: () => wechat.base, appId, appSecret: "SECRET" }, context.log);
      return createCredentials(context, credentialStore(context.db, appId), api, {
        isGuarded: false,
      }).jsapiTicket();
    }),
  );
  expect(wechat.count("cgi-bin/token")).toBe(BOTH);
});
