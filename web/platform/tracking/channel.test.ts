import { beforeEach, expect, it } from "vitest";
import { channel } from "#contract/core/fields.ts";
import { currentChannel, parseChannel, saveChannel } from "./channel.ts";

beforeEach(() => sessionStorage.clear());
const all =
  "?utm_source=a&utm_medium=b&utm_campaign=%E4%B8%AD%E6%96%87&utm_term=d&utm_content=e&mz_ca=f&mz_sp=g&global_id=h&from=i&other=j";

it("C23, C25, C26 reads the landing's parameters, and no others", () => {
  expect(parseChannel(all)).toEqual({
    utm_source: "a",
    utm_medium: "b",
    utm_campaign: "中文",
    utm_term: "d",
    utm_content: "e",
    mz_ca: "f",
    mz_sp: "g",
    global_id: "h",
    from: "i",
  });
});
it("C28 keeps them for the visit: addresses without any change nothing", () => {
  saveChannel(all);
  saveChannel("?activityId=1&code=x");
  expect(currentChannel()).toEqual(parseChannel(all));
});
it("C28 other parameters replace all of them", () => {
  saveChannel("?utm_source=first&utm_campaign=spring");
  saveChannel("?utm_source=second");
  expect(currentChannel()).toEqual({ utm_source: "second" });
});
it("C25 cuts a long value to the contract's length, so that no sign-up fails", () => {
  saveChannel(`?utm_source=${"长".repeat(500)}`);
  expect(channel.safeParse(currentChannel()).success).toBe(true);
  expect(currentChannel().utm_source).toHaveLength(200);
});
it("D06 is stored under the prefix; an invalid channel counts as none", () => {
  saveChannel("?from=friend");
  expect(Object.keys(sessionStorage)).toEqual(["vw_mall.channel"]);
  sessionStorage.setItem("vw_mall.channel", '{"from":7');
  expect(currentChannel()).toEqual({});
});
