import { beforeEach, expect, it, vi } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { send } from "../http/send.ts";
import { refreshUser } from "./refresh-user.ts";
import { currentSession } from "./session.ts";

vi.mock("../http/send.ts", () => ({ send: vi.fn<() => Promise<unknown>>() }));
const userInfo = { openId: "o", mobile: null, nickname: "n", avatar: null, vip: false, owner: false };
const answer = vi.mocked(send as unknown as () => Promise<unknown>);
beforeEach(() => {
  answer.mockReset();
  currentSession.save({ accessToken: "t", userInfo });
});

it("U07 stores a mobile bound on another device, and nothing but the user info", async () => {
  answer.mockResolvedValue({ ...userInfo, mobile: "13800138000", idpId: "7" });
  await refreshUser();
  expect([currentSession.token(), currentSession.user()]).toEqual([
    "t",
    { ...userInfo, mobile: "13800138000" },
  ]);
});
it("without a network everything stays", async () => {
  answer.mockRejectedValue(new Refusal("offline"));
  await refreshUser();
  expect(currentSession.user()).toEqual(userInfo);
});
it("ignores an answer that arrives after another person has logged in", async () => {
  answer.mockImplementation(async () => {
    currentSession.save({ accessToken: "t2", userInfo: { ...userInfo, openId: "o2" } });
    return { ...userInfo, idpId: "7" };
  });
  await refreshUser();
  expect(currentSession.user()?.openId).toBe("o2");
});
it("asks nothing for a visitor", async () => {
  currentSession.clear();
  await refreshUser();
  expect(answer).not.toHaveBeenCalled();
});
