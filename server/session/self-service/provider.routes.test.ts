import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { marketingSessionsCode, sessionsCode, showUser, tokenLogin } from "#contract/session/session.ts";
import { testApp, type TestApp } from "../../testing/app.ts";

// Names that cannot be resolved, so that requests over the network fail.
const publicOrigin = "https://m.maker.invalid";

describe.each([
  ["below the web app's host", {}],
  ["on its own host", { PASS_BASE: "https://id.maker.invalid/" }],
])("the built-in provider %s is called inside the server", (_where, settings) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ settings: { PUBLIC_ORIGIN: publicOrigin, TRUST_PROXY: "1", ...settings } });
  });
  afterAll(() => app.close());

  test("H01 D03 logins need no connection to the public address", async () => {
    const { accessToken } = await app.modules.identity.mintAccessToken("13812346001");
    const { code, data } = await app.call(tokenLogin, { accessToken });
    expect(code).toBe("00");
    expect((await app.call(showUser, {}, { token: data.sxToken })).data.mobile).toBe("13812346001");
  });

  test("F12 H02 its refusals are refusals and not an unreachable provider", async () => {
    expect((await app.call(tokenLogin, { accessToken: "nonsense" })).code).toBe("40102");
    const asked = { code: "nonsense", redirectUri: `${publicOrigin}/marketing/area/activity/?loginType=SSO` };
    expect((await app.call(sessionsCode, asked)).code).toBe("01");
    const { clientId } = app.context.config.brand;
    expect((await app.call(marketingSessionsCode, { ...asked, clientId })).code).toBe("01");
  });
});
