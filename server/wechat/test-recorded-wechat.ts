import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Responses of api.weixin.qq.com from its documentation. */
export const recorded = {
  tokens: {
    access_token: "USER_TOKEN",
    expires_in: 7200,
    refresh_token: "REFRESH",
    openid: "oOpenId",
    scope: "snsapi_userinfo",
    unionid: "uUnionId",
  },
  silentTokens: {
    access_token: "USER_TOKEN",
    expires_in: 7200,
    refresh_token: "REFRESH",
    openid: "oOpenId",
    scope: "snsapi_base",
  },
  virtualTokens: {
    access_token: "USER_TOKEN",
    expires_in: 7200,
    refresh_token: "REFRESH",
    openid: "oVirtual",
    scope: "snsapi_userinfo",
    is_snapshotuser: 1,
  },
  profile: {
    openid: "oOpenId",
    nickname: "林晓岚🌊",
    sex: 0,
    language: "",
    city: "",
    province: "",
    country: "",
    headimgurl: "http://thirdwx.qlogo.cn/mmopen/abc/132",
    privilege: [],
    unionid: "uUnionId",
  },
  token: { access_token: "OWN_TOKEN", expires_in: 7200 },
  ticket: { errcode: 0, errmsg: "ok", ticket: "TICKET", expires_in: 7200 },
} as const;
export const refusedBy = (errcode: number) => ({ errcode, errmsg: "refused, rid: 1" });

export type RecordedRequest = { readonly path: string; readonly query: Readonly<Record<string, string>> };
type Answer = (asked: RecordedRequest) => object | string | null | Promise<object | string | null>;
export type RecordedWechat = {
  /** With a trailing slash. */
  readonly base: string;
  readonly asked: RecordedRequest[];
  /** Number of requests for a path. */
  count(path: string): number;
  close(): Promise<void>;
};

/** A server that replaces WeChat. @param answer an object is sent as JSON, a text unchanged; null closes the connection */
export async function recordedWechat(answer: Answer): Promise<RecordedWechat> {
  const asked: RecordedRequest[] = [];
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://wechat");
    const one = { path: url.pathname.slice(1), query: Object.fromEntries(url.searchParams) };
    asked.push(one);
    void Promise.resolve(answer(one)).then((content) => {
      if (content === null) return void request.socket.destroy();
      // The content type of the real API.
      response.setHeader("content-type", "text/plain");
      response.end(typeof content === "string" ? content : JSON.stringify(content));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}/`,
    asked,
    count: (path) => asked.filter((one) => one.path === path).length,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
