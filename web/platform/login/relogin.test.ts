import { afterEach, beforeEach, expect, it } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { onChallenge, type RaisedChallenge } from "../http/challenges.ts";
import { setSite } from "../environment/site.ts";
import { relogin, renewSessionSilently } from "./relogin.ts";
import { currentSession } from "../session/session.ts";

const logIn = (accessToken: string): void =>
  currentSession.save({
    accessToken,
    userInfo: { openId: "o1", mobile: null, nickname: "n", avatar: null, vip: false, owner: false },
  });
beforeEach(() =>
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" }),
);
let stop = () => {};
afterEach(() => stop());

it("H05 after a silent call has found the session expired, the person is asked with that reason, until they log in again", async () => {
  const raised: RaisedChallenge[] = [];
  stop = onChallenge((each) => {
    raised.push(each);
    if (each.kind === "login") each.answer(false);
  });
  logIn("t1");
  expect(await renewSessionSilently("t1")).toBe(false);
  expect(await relogin(null)).toBe(false);
  logIn("t2");
  currentSession.clear();
  expect(await relogin(null)).toBe(false);
  expect(raised.filter(({ kind }) => kind === "login")).toMatchObject([
    { args: { reason: "expired" } },
    { args: { reason: "plain" } },
  ]);
});
