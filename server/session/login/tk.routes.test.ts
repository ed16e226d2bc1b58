import { afterAll, beforeAll, expect, test } from "vitest";
import { showUser, tkLogin } from "#contract/session/session.ts";
import { addSimulators } from "../../../simulator/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ extend: addSimulators, settings: { SIMULATORS: "1" } });
  await app.listen();
});
afterAll(() => app.close());

async function issueTk(mobile: string, seconds = 300): Promise<string> {
  const answer = await app.app.inject({ method: "POST", url: "/sim/tk", payload: { mobile, seconds } });
  return answer.json<{ data: { tk: string } }>().data.tk;
}

test("C21 a valid tk logs its holder in", async () => {
  const { code, data } = await app.call(tkLogin, { tk: await issueTk("13812345001") });
  expect([code, data.userInfo.mobile]).toEqual(["00", "13812345001"]);
  expect((await app.call(showUser, {}, { token: data.accessToken })).data.mobile).toBe("13812345001");
});
test("C22 a tk works once, also in another encoding of the same bytes and with parallel requests", async () => {
  const tk = await issueTk("13812345002");
  const answers = await Promise.all(Array.from({ length: 8 }, () => app.call(tkLogin, { tk })));
  expect(answers.map(({ code }) => code).toSorted()).toEqual(["00", ...Array<string>(7).fill("40102")]);
  const bytes = Buffer.from(tk, "base64url");
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const encodings = [...alphabet]
    .map((last) => tk.slice(0, -1) + last)
    .filter((text) => Buffer.from(text, "base64url").equals(bytes));
  for (const text of encodings) expect((await app.call(tkLogin, { tk: text })).code).toBe("40102");
});
test("C22 expired, malformed and damaged tks are refused", async () => {
  const old = await issueTk("13812345003", -1);
  for (const tk of [old, "nonsense", "中文", (await issueTk("13812345003")).slice(0, -3)])
    expect([(await app.call(tkLogin, { tk })).status, (await app.call(tkLogin, { tk })).code]).toEqual([
      200,
      "40102",
    ]);
});
test("F26 a logged-in person keeps their session, and the link stays valid", async () => {
  const { token } = await app.login("13812345004");
  const tk = await issueTk("13812345005");
  expect((await app.call(tkLogin, { tk }, { token })).status).toBe(409);
  expect((await app.call(tkLogin, { tk })).data.userInfo.mobile).toBe("13812345005");
});
test("C22 while the provider is unreachable, links are not used up", async () => {
  const tk = await issueTk("13812345006");
  await app.app.inject({
    method: "POST",
    url: "/sim/faults",
    payload: [{ path: "/pass/me", status: 502, times: 1 }],
  });
  expect((await app.call(tkLogin, { tk })).status).toBe(502);
  expect((await app.call(tkLogin, { tk })).code).toBe("00");
});
