import { describe, expect, it } from "vitest";
import type { Send } from "#contract/core/call.ts";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { exchangeToken } from "./access-token.ts";

const userInfo = { openId: "o", mobile: null, nickname: "n", avatar: null, vip: false, owner: false };
/** A `send` that fails with the given refusals, then succeeds. */
function failingSend(failures: readonly RefusalName[]) {
  const calls: unknown[] = [];
  const send = (async (_call: unknown, args: unknown) => {
    calls.push(args);
    const failure = failures[calls.length - 1];
    if (failure) throw new Refusal(failure);
    return { sxToken: "sx", userInfo };
  }) as unknown as Send;
  return { send, calls };
}
const noPause = async () => {};

describe("token login", () => {
  it.each([0, 1, 2, 3])("H01, H03 after %i failures the session is returned", async (count) => {
    const { send, calls } = failingSend(Array<RefusalName>(count).fill("internal"));
    expect(await exchangeToken(send, "t", noPause)).toEqual({ accessToken: "sx", userInfo });
    expect(calls).toEqual(Array(count + 1).fill({ accessToken: "t" }));
  });
  it("H03 throws the fourth failure, after four calls", async () => {
    const { send, calls } = failingSend(["offline", "timeout", "internal", "unreachable"]);
    await expect(exchangeToken(send, "t", noPause)).rejects.toMatchObject({ refusal: "unreachable" });
    expect(calls).toHaveLength(4);
  });
  it("H04 does not retry 40102", async () => {
    const { send, calls } = failingSend(["tokenInvalid"]);
    await expect(exchangeToken(send, "t", noPause)).rejects.toMatchObject({ code: "40102" });
    expect(calls).toHaveLength(1);
  });
});
