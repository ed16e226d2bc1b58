import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { assignLocation } from "../navigation/leave-page.ts";
import { setSite } from "../environment/site.ts";
import { fakeServer, type FakeEnvelope } from "../testing/fake-server.ts";
import { siteForTests } from "../testing/test-site.ts";
import { database } from "../storage/client-database.ts";
import { establishSession } from "../session/establish-session.ts";
import { endSessionUrl } from "../login-methods/end-session-url.ts";
import { createPageLogin } from "./page-login.ts";
import { currentSession } from "../session/session.ts";

vi.mock("../navigation/leave-page.ts", () => ({
  replaceLocation: vi.fn<(address: string) => void>(),
  assignLocation: vi.fn<(address: string) => void>(),
  reloadPage: vi.fn<() => void>(),
}));

const person = (openId: string) => ({
  accessToken: `token-${openId}`,
  userInfo: { openId, mobile: "13800138000", nickname: "n", avatar: null, vip: false, owner: false },
});
const logOut = () => createPageLogin().logOut();
const owner = async () => (await database.get("users", "owner"))?.value;
/** Logs in, and waits until the database has the owner. */
async function logIn(openId: string): Promise<void> {
  establishSession(person(openId));
  await vi.waitFor(async () => expect(await owner()).toBe(openId));
}
let order: string[];
beforeEach(async () => {
  setSite(siteForTests);
  await database.removePersonal();
  order = [];
  vi.mocked(assignLocation)
    .mockReset()
    .mockImplementation(() => void order.push("left"));
});
afterEach(() => vi.restoreAllMocks());
const answers = (answer: FakeEnvelope | null) =>
  fakeServer(({ method, headers }) => {
    order.push(`${method} ${headers["X-Access-Token"]}`);
    return answer;
  });

describe("login", () => {
  it("D01, D02 stores token and user info under their keys", async () => {
    await logIn("o1");
    expect(localStorage.getItem("marque.session-token")).toBe("token-o1");
    expect(JSON.parse(localStorage.getItem("marque.mall-user-info") ?? "")).toMatchObject({
      openId: "o1",
      mobile: "13800138000",
    });
  });
  it("D18 clearing removes both", async () => {
    await logIn("o1");
    currentSession.clear();
    expect([
      localStorage.getItem("marque.session-token"),
      localStorage.getItem("marque.mall-user-info"),
    ]).toEqual([null, null]);
  });
  it("Q14 keeps the same person's records and removes another person's", async () => {
    await logIn("o1");
    await database.put("signups", "7", "mine");
    currentSession.clear();
    await logIn("o1");
    expect((await database.get("signups", "7"))?.value).toBe("mine");
    await logIn("o2");
    expect(await database.get("signups", "7")).toBeNull();
  });
});

describe("a visitor's favourites", () => {
  const favourite = async () => (await database.get("favorites", "7"))?.value ?? null;
  it("Q14 become the person's at their first login, and again after a logout", async () => {
    await database.put("favorites", "7", "first");
    await logIn("o1");
    expect(await favourite()).toBe("first");
    answers({ code: "00", data: null });
    await logOut();
    expect(await favourite()).toBeNull();
    await database.put("favorites", "7", "next");
    await logIn("o2");
    expect(await favourite()).toBe("next");
  });
  it("Q14 after a login, readers do not see the previous person's data", async () => {
    await logIn("o1");
    await database.put("favorites", "7", "o1's");
    const values: unknown[] = [];
    const stop = currentSession.subscribe(() => void favourite().then((value) => values.push(value)));
    establishSession(person("o2"));
    await vi.waitFor(() => expect(values).toHaveLength(1));
    stop();
    expect(values).toEqual([null]);
  });
});

describe("logout", () => {
  it("G07, G09, Q14 ends the session, then deletes the person's data, then leaves the page", async () => {
    await logIn("o1");
    await database.put("favorites", "7", true);
    await database.put("activities", "7", "public");
    sessionStorage.setItem("vw_mall.channel", "{}");
    answers({ code: "00", data: null });
    await logOut();
    expect(order).toEqual(["DELETE token-o1", "left"]);
    expect([localStorage.length, sessionStorage.length, currentSession.user()]).toEqual([0, 0, null]);
    expect([await database.get("favorites", "7"), await owner()]).toEqual([null, undefined]);
    expect((await database.get("activities", "7"))?.value).toBe("public");
  });
  it("G07 logs out even if the server does not answer", async () => {
    await logIn("o1");
    answers(null);
    await logOut();
    expect([currentSession.token(), order]).toEqual([null, ["DELETE token-o1", "left"]]);
  });
  it("the provider's session ends too, and redirects to the first page", () => {
    const address = new URL(
      endSessionUrl("https://id.example/pass/", "client", "https://m.example/marketing/area/activity/"),
    );
    expect(address.origin + address.pathname).toBe("https://id.example/pass/session/end");
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: "client",
      post_logout_redirect_uri: "https://m.example/marketing/area/activity/",
    });
  });
});
