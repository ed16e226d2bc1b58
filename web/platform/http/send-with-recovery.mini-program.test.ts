import { beforeEach, expect, it, vi } from "vitest";
import { sendBenefit } from "#contract/benefit/benefit.ts";
import { withdrawLead } from "#contract/lead/lead.ts";
import { showUser } from "#contract/session/session.ts";
import { currentMiniProgram } from "../environment/host-detection.ts";
import { bindMobileInHost, startMobileBindingOrToast } from "../login/bind-mobile.ts";
import { currentSession } from "../session/session.ts";
import { logIn, recoveryFixture, refuse, userInfo } from "../testing/recovery-fixture.ts";
import { siteForTests } from "../testing/test-site.ts";
import { sendWithRecovery } from "./send-with-recovery.ts";

vi.mock("../environment/host-detection.ts", async (original) => ({
  ...(await original<object>()),
  currentMiniProgram: vi.fn<() => string | null>(),
}));
/** The person's visit to the mini-program's login page. */
const host = vi.hoisted(() => ({ visit: (): void => {}, visits: 0 }));
vi.mock("../login/login.ts", () => ({
  requestLogin: (purpose: string) => {
    if (purpose === "bindMobile") host.visits += 1;
    host.visit();
    return Promise.resolve({ state: { status: "loggedIn" } });
  },
  loginFailureMessage: () => null,
}));

const fixture = recoveryFixture(siteForTests);

beforeEach(() => {
  Object.assign(host, { visit: () => {}, visits: 0 });
  vi.mocked(currentMiniProgram).mockReturnValue("wechat");
  // As web/app/challenge answers it.
  fixture.person = (raised) => {
    if (raised.kind === "mobile") void bindMobileInHost(raised.args.refusal).then(raised.answer);
  };
});
const claim = () => sendWithRecovery(sendBenefit, { id: "9" } as never);

it("E16 in a mini-program a person without a mobile is led to its login page, and then the call is sent", async () => {
  logIn("t1");
  host.visit = () =>
    currentSession.save({ accessToken: "t2", userInfo: { ...userInfo, mobile: "13800138000" } });
  await claim().catch(() => {});
  expect([host.visits, fixture.requests.map(({ headers }) => headers["X-Access-Token"])]).toEqual([
    1,
    ["t2"],
  ]);
});

it("E16 a person who comes back without a mobile is not led there twice for one call, and nothing is sent", async () => {
  logIn("t1");
  const refusal = await claim().catch((error: unknown) => error);
  expect(refusal).toMatchObject({ refusal: "mobileRequired" });
  await startMobileBindingOrToast(refusal as never);
  expect([host.visits, fixture.requests.length, fixture.toasts()]).toEqual([1, 0, []]);
});

it("E16 the server's refusal leads there too, where the browser knows an outdated mobile", async () => {
  currentSession.save({ accessToken: "t1", userInfo: { ...userInfo, mobile: "13800138000" } });
  fixture.answers = [refuse(602, "MOBILE_REQUIRED"), refuse(602, "MOBILE_REQUIRED")];
  await claim().catch(() => {});
  expect([host.visits, fixture.requests.length]).toEqual([1, 2]);
});

it("E16 reading and taking back need no mobile, and elsewhere nothing does", async () => {
  logIn("t1");
  await sendWithRecovery(showUser, {}).catch(() => {});
  await sendWithRecovery(withdrawLead, { id: "7" } as never).catch(() => {});
  vi.mocked(currentMiniProgram).mockReturnValue(null);
  await claim().catch(() => {});
  expect([host.visits, fixture.requests.length]).toEqual([0, 3]);
});
