import { beforeEach, expect, it } from "vitest";
import type { Call, Send } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { District } from "#contract/location/location.ts";
import { loadCities, loadDistricts } from "./api.ts";
import { cities, hot } from "./testing/cities.ts";

const tree: District = { code: "cn", name: "中国", children: [{ code: "710000", name: "台湾省" }] };
/** Sends the same answer to every call and records the calls. */
function answerWith(answer: unknown): { send: Send; calls: string[] } {
  const calls: string[] = [];
  const send = (async (call: Call) => {
    calls.push(call.name);
    return answer;
  }) as Send;
  return { send, calls };
}
const failing = (async () => {
  throw new Refusal("offline");
}) as Send;

beforeEach(() => sessionStorage.clear());

it("J14 the district tree is stored in session storage: the second use sends no request", async () => {
  const { send, calls } = answerWith(tree);
  expect([await loadDistricts(send), await loadDistricts(send)]).toEqual([tree, tree]);
  expect(calls).toEqual(["listDistricts"]);
  expect(Object.keys(sessionStorage)).toEqual(["vw_mall.districtTree"]);
});

it.each(["{", "null", '{"code":5}', '{"code":"cn","name":"中国","children":[{}]}'])(
  "J14 an invalid stored tree %j is loaded again",
  async (stored) => {
    sessionStorage.setItem("vw_mall.districtTree", stored);
    const { send, calls } = answerWith(tree);
    expect(await loadDistricts(send)).toEqual(tree);
    expect(calls).toHaveLength(1);
  },
);

it("J12 the city index is loaded once, and again only after a failure", async () => {
  await expect(loadCities(failing)).rejects.toMatchObject({ refusal: "offline" });
  const { send, calls } = answerWith({ hot, cities });
  const [one, other] = await Promise.all([loadCities(send), loadCities(send)]);
  expect(other).toBe(one);
  await loadCities(send);
  expect(calls).toEqual(["listCities"]);
});
