import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endSession, marketingSessionsCode, tokenLogin } from "#contract/session/session.ts";
import { addSimulators } from "../../simulator/index.ts";
import { TestBrowser } from "./test-browser.ts";
import {
  clients,
  secret,
  startExternalProvider,
  type ExternalProviderServer,
} from "./test-external-provider.ts";
import { pkceChallenge, pkceVerifier } from "./test-login.ts";
import { testApp, type TestApp } from "../testing/app.ts";

let external: ExternalProviderServer;
let app: TestApp;
let origin: string;
beforeAll(async () => {
  external = await startExternalProvider();
  app = await testApp({
    extend: addSimulators,
    settings: {
      SIMULATORS: "1",
      OIDC_ISSUER: external.issuer,
      OIDC_CLIENT_SECRET: secret,
      OIDC_TOKEN_CLIENTS: clients.nativeApp,
    },
  });
  origin = await app.listen();
  // Tests revoke themselves, and no timer does.
  app.modules.sessions.close();
});
afterAll(async () => {
  await app.close();
  await external.close();
});

/** Rows of tokens that wait for their revocation. */
const waiting = async (): Promise<{ tries: number; stored: string }[]> => {
  const { rows } = await sql<{ tries: number; stored: string }>`
    select tries, provider_token as stored from token_revocation`.execute(app.context.db);
  return rows;
};
const tokenSession = async (token: string): Promise<string> => {
  const { code, data } = await app.call(tokenLogin, { accessToken: token });
  expect(code).toBe("00");
  return data.sxToken;
};

test("H12 a logout revokes the token of the login at the provider, in the background", async () => {
  const person = external.addPerson("秋山", { phone_number: "+8613800009001", phone_number_verified: true });
  const redirectUri = `${origin}/marketing/area/activity/offline/7?loginType=SSO`;
  const query = new URLSearchParams({
    client_id: clients.ours,
    response_type: "code",
    scope: "openid",
    redirect_uri: redirectUri,
    state: "1763700000000",
    login_hint: person.sub,
    code_challenge: pkceChallenge,
    code_challenge_method: "S256",
  });
  const end = await new TestBrowser().follow(
    `${origin}/pass/auth?${query.toString()}`,
    (next) => !new URL(next).pathname.startsWith("/marketing/"),
  );
  const code = new URL(end.location ?? "").searchParams.get("code") ?? "";
  const { clientId } = app.context.config.brand;
  const login = { code, redirectUri, clientId, codeVerifier: pkceVerifier, loginType: "SSO" } as const;
  const { data } = await app.call(marketingSessionsCode, login);
  const before = external.revoked.length;
  expect((await app.call(endSession, {}, { token: data.accessToken })).code).toBe("00");
  expect([external.revoked.length, await waiting()]).toMatchObject([before, [{ tries: 0 }]]);
  await app.modules.sessions.revokeTokens();
  expect(external.revoked).toHaveLength(before + 1);
  expect(await waiting()).toEqual([]);
});

test("H12 a provider without an answer is asked again; the log has no token", async () => {
  const person = external.addPerson("拾光", { phone_number: "+8613800009002", phone_number_verified: true });
  const token = await external.token(person.sub, clients.ours);
  const session = await tokenSession(token);
  external.failRevocations(503, 100);
  const lines: string[] = [];
  const { warn } = app.context.log;
  app.context.log.warn = ((...given: unknown[]) => void lines.push(JSON.stringify(given))) as typeof warn;
  await app.call(endSession, {}, { token: session });
  expect((await waiting())[0]?.stored).not.toContain(token);
  await app.modules.sessions.revokeTokens();
  app.context.log.warn = warn;
  expect(lines.join("")).toContain("token revocation failed, retrying");
  expect(lines.join("")).not.toContain(token);
  expect(await external.isValid(token)).toBe(true);
  external.failRevocations(503, 0);
  app.context.clock.set(app.context.clock.now() + 660_000);
  await Promise.all([app.modules.sessions.revokeTokens(), app.modules.sessions.revokeTokens()]);
  app.context.clock.set(null);
  expect(await external.isValid(token)).toBe(false);
  expect(await waiting()).toEqual([]);
});

test("H12 another client's token is refused once, and a provider that never answers is given up after a day", async () => {
  const person = external.addPerson("远川", { phone_number: "+8613800009003", phone_number_verified: true });
  const foreign = await external.token(person.sub, clients.nativeApp);
  await app.call(endSession, {}, { token: await tokenSession(foreign) });
  await app.modules.sessions.revokeTokens();
  expect(await waiting()).toEqual([]);
  external.failRevocations(503, 100);
  await app.call(
    endSession,
    {},
    { token: await tokenSession(await external.token(person.sub, clients.ours)) },
  );
  app.context.clock.set(app.context.clock.now() + 86_400_000);
  await app.modules.sessions.revokeTokens();
  app.context.clock.set(null);
  external.failRevocations(503, 0);
  expect(await waiting()).toEqual([]);
});

test("H12 a token that another session was opened by stays valid while that one lasts", async () => {
  const person = external.addPerson("南屏", { phone_number: "+8613800009004", phone_number_verified: true });
  const token = await external.token(person.sub, clients.ours);
  const first = await tokenSession(token);
  // The same browser logs in again: its session is replaced.
  await app.call(tokenLogin, { accessToken: token }, { token: first });
  expect(await waiting()).toEqual([]);
});
