import { afterEach, expect, test } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { createWechatApi, CredentialInvalid } from "./api.ts";
import {
  recorded,
  recordedWechat,
  refusedBy,
  type RecordedRequest,
  type RecordedWechat,
} from "./test-recorded-wechat.ts";

let wechat: RecordedWechat;
afterEach(() => wechat.close());

const lines: string[] = [];
const log = { warn: (...parts: unknown[]) => void lines.push(JSON.stringify(parts)) };
type Answers = Readonly<Record<string, object | string | null>>;
/** The real client with a server that answers recorded responses by path. */
async function apiOf(answers: Answers | ((asked: RecordedRequest) => object)) {
  wechat = await recordedWechat((asked) =>
    typeof answers === "function" ? answers(asked) : (answers[asked.path] ?? null),
  );
  const address = { apiBase: () => wechat.base, appId: "wxabc", appSecret: "SECRET" };
  return createWechatApi(address, log);
}
const refusalOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof Refusal ? error.refusal : String(error);
};

test("E04 a code is exchanged for a token, then the profile, with the documented requests", async () => {
  const api = await apiOf({ "sns/oauth2/access_token": recorded.tokens, "sns/userinfo": recorded.profile });
  expect(await api.personOfCode("CODE")).toEqual({
    openId: "oOpenId",
    unionId: "uUnionId",
    nickname: "林晓岚🌊",
    avatar: "https://thirdwx.qlogo.cn/mmopen/abc/132",
    isVirtual: false,
  });
  expect(wechat.asked).toEqual([
    {
      path: "sns/oauth2/access_token",
      query: { appid: "wxabc", secret: "SECRET", code: "CODE", grant_type: "authorization_code" },
    },
    { path: "sns/userinfo", query: { access_token: "USER_TOKEN", openid: "oOpenId", lang: "zh_CN" } },
  ]);
});

test("snsapi_base returns only the openid, and no profile is requested", async () => {
  const api = await apiOf({ "sns/oauth2/access_token": recorded.silentTokens });
  expect(await api.personOfCode("CODE")).toMatchObject({ openId: "oOpenId", unionId: null, nickname: null });
  expect(wechat.count("sns/userinfo")).toBe(0);
});

test("is_snapshotuser is a virtual person", async () => {
  const api = await apiOf({
    "sns/oauth2/access_token": recorded.virtualTokens,
    "sns/userinfo": { ...recorded.profile, openid: "oVirtual", nickname: "微信用户" },
  });
  expect(await api.personOfCode("CODE")).toMatchObject({ openId: "oVirtual", isVirtual: true });
});

test.for([
  [40029, "codeSpent"],
  [40163, "codeSpent"],
  [41008, "codeSpent"],
  [40001, "unreachable"],
  [40125, "unreachable"],
  [45011, "unreachable"],
] as const)("E17 error %i for a code is %s", async ([errcode, refusal]) => {
  const api = await apiOf({ "sns/oauth2/access_token": refusedBy(errcode) });
  expect(await refusalOf(api.personOfCode("CODE"))).toBe(refusal);
});

test("a login does not fail without a profile", async () => {
  const api = await apiOf({
    "sns/oauth2/access_token": recorded.tokens,
    "sns/userinfo": refusedBy(48001),
  });
  expect(await api.personOfCode("CODE")).toMatchObject({ openId: "oOpenId", nickname: null, avatar: null });
});

test.for([
  ["closes the connection", null],
  ["answers an HTML page", "<html>502</html>"],
  ["answers unknown JSON", {}],
] as const)("a WeChat that %s is unreachable", async ([_what, answer]) => {
  const api = await apiOf({ "sns/oauth2/access_token": answer, "cgi-bin/token": answer });
  expect(await refusalOf(api.personOfCode("CODE"))).toBe("unreachable");
  expect(await refusalOf(api.accessToken())).toBe("unreachable");
});

test("WeChat's busy (-1) is retried once", async () => {
  let busy = 1;
  const api = await apiOf(() => (busy-- > 0 ? refusedBy(-1) : recorded.token));
  expect(await api.accessToken()).toEqual({ value: "OWN_TOKEN", expiresIn: 7200 });
  busy = 5;
  expect(await refusalOf(api.accessToken())).toBe("unreachable");
});

test("token and ticket are returned; an invalid token (40001, 42001) throws CredentialInvalid", async () => {
  let answer: object = recorded.ticket;
  const api = await apiOf(({ path }) => (path === "cgi-bin/token" ? recorded.token : answer));
  expect(await api.jsapiTicket("OWN_TOKEN")).toEqual({ value: "TICKET", expiresIn: 7200 });
  expect(wechat.asked.at(-1)).toEqual({
    path: "cgi-bin/ticket/getticket",
    query: { access_token: "OWN_TOKEN", type: "jsapi" },
  });
  for (const errcode of [40001, 42001]) {
    answer = refusedBy(errcode);
    await expect(api.jsapiTicket("OWN_TOKEN")).rejects.toBeInstanceOf(CredentialInvalid);
  }
  answer = refusedBy(45009);
  expect(await refusalOf(api.jsapiTicket("OWN_TOKEN"))).toBe("unreachable");
});

test("I07 the log contains no code, token, secret or openid", () => {
  expect(lines.length).toBeGreaterThan(0);
  for (const secret of ["CODE", "USER_TOKEN", "OWN_TOKEN", "SECRET", "oOpenId"])
    expect(lines.join("\n").replaceAll(/sns\/oauth2\/access_token|cgi-bin\/token/g, "")).not.toContain(
      secret,
    );
});

test("E04 a profile with unescaped control characters, a long or an empty name is read, and the name is clean", async () => {
  const api = await apiOf({
    "sns/oauth2/access_token": recorded.tokens,
    "sns/userinfo": '{"openid":"oOpenId","nickname":"海\u0003边\u0000的\\u0000风\\n","headimgurl":""}',
  });
  expect(await api.personOfCode("CODE")).toMatchObject({ openId: "oOpenId", nickname: "海 边 的 风" });
});
test("E04 ids with control characters are no ids", async () => {
  const api = await apiOf({
    "sns/oauth2/access_token": { ...recorded.tokens, unionid: "u\u0000" },
    "sns/userinfo": { ...recorded.profile, unionid: "v\u0001", nickname: "云".repeat(200) },
  });
  const person = await api.personOfCode("CODE");
  expect([person.unionId, person.nickname]).toEqual([null, "云".repeat(40)]);
});
