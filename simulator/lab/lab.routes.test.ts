import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../../server/app.ts";
import { testApp, type TestApp } from "../../server/testing/app.ts";
import { addSimulators } from "../index.ts";

let server: TestApp;
const page = "<!doctype html><html><head><title>中</title></head></html>";
beforeAll(async () => {
  const extend = (product: Product): void => {
    addSimulators(product);
    product.app.get("/page", (_request, reply) =>
      reply
        .header("content-security-policy", "default-src 'self'; frame-ancestors 'none'")
        .type("text/html; charset=utf-8")
        .send(page),
    );
    product.app.get("/agent", (request, reply) => reply.send(request.headers["user-agent"]));
  };
  server = await testApp({ extend, settings: { SIMULATORS: "1" } });
});
afterAll(() => server.close());

const get = (host: string, url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { host: `${host}:8080`, ...headers } });

describe("the lab's page", () => {
  it("has its own name, and redirects from other names of this machine with the query", async () => {
    for (const host of ["127.0.0.1", "localhost", "wechat.lab.localhost"]) {
      const { statusCode, headers } = await get(host, "/lab?person=owner");
      expect([statusCode, headers["location"]]).toEqual([302, "http://lab.localhost:8080/lab?person=owner"]);
    }
    const { statusCode, body, headers } = await get("lab.localhost", "/lab");
    expect(statusCode).toBe(200);
    expect(body).toContain('"kind":"wechat"');
    expect(headers["content-security-policy"]).toContain("frame-src http://*.lab.localhost:8080 http://");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });

  it("explains where to open it when requested from elsewhere", async () => {
    const { statusCode, body } = await get("192.0.2.7", "/lab");
    expect(statusCode).toBe(200);
    expect(body).toContain("请在运行它的机器上打开");
  });

  it("does not exist without simulators", async () => {
    const plain = await testApp();
    for (const url of ["/lab", "/lab/app.js", "/lab/host.js", "/lab/prepare"])
      expect([url, (await plain.app.inject({ url, headers: { host: "lab.localhost" } })).statusCode]).toEqual(
        [url, 404],
      );
    await plain.close();
  });
});

describe("a page under a simulated host's name", () => {
  const TAG = '<head><script src="/lab/host.js"></script>';

  it("loads the host's scripts first, and may be framed only by the lab", async () => {
    const { body, headers } = await get("wechat.lab.localhost", "/page");
    expect(body).toBe(`<!doctype html><html>${TAG}<title>中</title></head></html>`);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'self'; frame-ancestors http://lab.localhost:8080",
    );
    expect(Number(headers["content-length"])).toBe(Buffer.byteLength(body));
  });

  it.each(["127.0.0.1", "lab.localhost", "netscape.lab.localhost", "wechat.lab.localhost.evil.example"])(
    "is unchanged under the name %s",
    async (host) => {
      const { body, headers } = await get(host, "/page");
      expect(body).not.toContain("host.js");
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    },
  );

  it("gets that host's scripts, user agent and brand names", async () => {
    const { body } = await get("test-baidu.lab.localhost", "/lab/host.js");
    expect(body).toContain('"kind":"baidu"');
    expect(body).toContain("window.swan =");
    expect(body).not.toContain("WeixinJSBridge");
    expect((await get("lab.localhost", "/lab/host.js")).statusCode).toBe(404);
  });

  it("is requested with that host's user agent", async () => {
    const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0" };
    expect((await get("douyin.lab.localhost", "/agent", headers)).body).toContain("ToutiaoMicroApp");
    expect((await get("127.0.0.1", "/agent", headers)).body).toBe(headers["user-agent"]);
  });

  it("can be framed if it comes from the provider's library", async () => {
    const { headers } = await get("phone.lab.localhost", "/pass/auth?client_id=nobody");
    expect(headers["content-security-policy"]).toContain("frame-ancestors http://lab.localhost:8080");
    const elsewhere = await get("127.0.0.1", "/pass/auth?client_id=nobody");
    expect(elsewhere.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });

  it("clears its cookies, including HttpOnly ones", async () => {
    const { headers } = await server.app.inject({
      method: "POST",
      url: "/lab/forget",
      headers: { host: "phone.lab.localhost", cookie: "pass_session=a; marque_city=310100" },
    });
    const cleared = [headers["set-cookie"]].flat();
    expect(cleared).toHaveLength(4);
    expect(cleared).toContainEqual(expect.stringMatching(/^pass_session=;.*Path=\/pass;/));
  });
});

describe("faults of a single host", () => {
  const path = "/mall-api/cop-profile/api/v1/amap/location-ip";
  const post = (url: string, payload: unknown) =>
    server.app.inject({ method: "POST", url, payload: payload as object });

  it("injects a fault for a host name and a path prefix", async () => {
    await post("/sim/faults", [{ path: "/mall-api/*", host: "pc.lab.localhost", status: 500, times: 2 }]);
    expect((await get("phone.lab.localhost", path)).statusCode).toBe(200);
    expect((await get("pc.lab.localhost", path)).statusCode).toBe(500);
    expect((await get("pc.lab.localhost", path)).statusCode).toBe(500);
    expect((await get("pc.lab.localhost", path)).statusCode).toBe(200);
  });

  it("allows network conditions only for simulated hosts", async () => {
    expect((await post("/sim/network", { host: "127.0.0.1", mode: "offline" })).statusCode).toBe(601);
    expect((await post("/sim/network", { host: "pc.lab.localhost", mode: "3g" })).statusCode).toBe(601);
  });
});

describe("POST /sim/native-token", () => {
  it("mints a token for an account without a mobile", async () => {
    const account = { userName: "nobody-yet", password: "Qinglan-2026", nickname: "无号" };
    const made = await server.app.inject({ method: "POST", url: "/sim/account", payload: account });
    const { accountId } = made.json<{ data: { accountId: string } }>().data;
    const token = await server.app.inject({
      method: "POST",
      url: "/sim/native-token",
      payload: { accountId },
    });
    expect(token.json<{ data: { accessToken: string } }>().data.accessToken).toMatch(/^\S{20,}$/);
  });
});
