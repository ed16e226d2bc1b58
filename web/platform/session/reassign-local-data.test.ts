import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { consumeLanding } from "../navigation/address.ts";
import { setSite } from "../environment/site.ts";
import { database } from "../storage/client-database.ts";
import { cachePersonalData } from "../storage/personal-data-cache.ts";
import { fakeServer } from "../testing/fake-server.ts";
import { siteForTests } from "../testing/test-site.ts";
import type { LoginPurpose } from "../login/login-state.ts";
import { createPageLogin } from "../login/page-login.ts";
import { currentSession } from "./session.ts";

vi.mock("../navigation/leave-page.ts", () => ({
  replaceLocation: vi.fn<(address: string) => void>(),
  assignLocation: vi.fn<(address: string) => void>(),
  reloadPage: vi.fn<() => void>(),
}));

const home = location.href;
const person = (openId: string, mobile: string | null) => ({
  accessToken: `token-${openId}`,
  userInfo: { openId, mobile, nickname: "n", avatar: null, vip: false, owner: false },
});
const draft = (openId: string) => ({
  idempotencyKey: `key of ${openId}`,
  openId,
  values: { name: "林晓岚" },
});
const store = (storage: Storage, key: string, value: unknown) => storage.setItem(key, JSON.stringify(value));
const stored = (storage: Storage, key: string): unknown => JSON.parse(storage.getItem(key) ?? "null");
const records = async (name: "signups" | "cache" | "favorites") =>
  Object.fromEntries((await database.getAll(name)).map(({ key, value }) => [key, value]));

/** Redirects to the provider and returns with the session of this person. */
async function comeBackAs(openId: string, purpose: LoginPurpose): Promise<void> {
  fakeServer(({ url }) =>
    url.pathname.endsWith("/sessions-code")
      ? { code: "00", data: person(openId, "13800138000") }
      : new Response(null, { status: 204 }),
  );
  await createPageLogin().requestLogin(purpose);
  const returnUrl = new URL(sessionStorage.getItem("vw_mall.redirect_uri") ?? "");
  returnUrl.searchParams.set("code", "good");
  returnUrl.searchParams.set("state", sessionStorage.getItem("vw_mall.state") ?? "");
  history.replaceState(null, "", location.pathname + returnUrl.search);
  const page = createPageLogin();
  page.receiveLanding(consumeLanding());
  await page.begin(true);
}

beforeEach(async () => {
  setSite(siteForTests);
  await database.removePersonal();
  sessionStorage.clear();
  localStorage.clear();
  currentSession.save(person("o1", null));
  await database.claimFor("o1");
  store(sessionStorage, "vw_mall.sign-up.7", draft("o1"));
  store(sessionStorage, "vw_mall.lead.8", draft("o9"));
  store(localStorage, "marque.club-draft.write", draft("o1"));
  await database.put("favorites", "7", "kept here");
  await database.put("signups", "7", { ticketCode: "1", openId: "o1" });
  await database.put("cache", "club-pictures write", { openId: "o1", files: ["a"] }, { expiresIn: 60_000 });
  await cachePersonalData("o1", "coupons", [1], Date.now());
});
afterEach(() => {
  vi.restoreAllMocks();
  currentSession.clear();
  history.replaceState(null, "", home);
});

describe("binding a mobile that makes the person another account's", () => {
  it("L21, I02 what they started stays theirs, but not another person's draft", async () => {
    await comeBackAs("o2", "bindMobile");
    expect(currentSession.user()?.openId).toBe("o2");
    expect(stored(sessionStorage, "vw_mall.sign-up.7")).toEqual({ ...draft("o1"), openId: "o2" });
    expect(stored(localStorage, "marque.club-draft.write")).toEqual({ ...draft("o1"), openId: "o2" });
    expect(stored(sessionStorage, "vw_mall.lead.8")).toEqual(draft("o9"));
  });
  it("Q14 favourites and chosen pictures stay; cached answers of the server are deleted", async () => {
    await comeBackAs("o2", "bindMobile");
    expect(await records("favorites")).toEqual({ "7": "kept here" });
    expect(await records("cache")).toEqual({ "club-pictures write": { openId: "o2", files: ["a"] } });
    expect(await records("signups")).toEqual({});
    const [pictures] = await database.getAll("cache");
    expect(pictures?.expiration_time).toBeLessThanOrEqual(Date.now() + 60_000);
  });
});

it("I02 a mobile without an account changes nothing", async () => {
  const before = [await records("signups"), await records("cache")];
  await comeBackAs("o1", "bindMobile");
  expect(currentSession.user()?.mobile).toBe("13800138000");
  expect([await records("signups"), await records("cache")]).toEqual(before);
  expect(stored(sessionStorage, "vw_mall.sign-up.7")).toEqual(draft("o1"));
});

it("L21, Q14 the login of another person takes over nothing", async () => {
  await comeBackAs("o2", "login");
  expect(currentSession.user()?.openId).toBe("o2");
  expect(stored(sessionStorage, "vw_mall.sign-up.7")).toEqual(draft("o1"));
  expect([await records("favorites"), await records("cache")]).toEqual([{}, {}]);
});
