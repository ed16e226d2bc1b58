import { describe, expect, it, vi } from "vitest";
import { listNearby } from "#contract/activity/activity.ts";
import { showUser } from "#contract/session/session.ts";
import { currentSession } from "../session/session.ts";
import { responseOf, type FakeAnswer } from "../testing/fake-server.ts";
import { emptyList, logIn, recoveryFixture, refuse, userInfo } from "../testing/recovery-fixture.ts";
import { siteForTests } from "../testing/test-site.ts";
import type { RaisedChallenge } from "./challenges.ts";
import { sendWithRecovery } from "./send-with-recovery.ts";

vi.mock("../navigation/leave-page.ts", () => ({
  replaceLocation: vi.fn<(address: string) => void>(),
  assignLocation: vi.fn<(address: string) => void>(),
}));

const fixture = recoveryFixture(siteForTests);
const me = { data: { ...userInfo, idpId: "1" } };

describe("re-login", () => {
  const logsIn = (each: RaisedChallenge) => {
    if (each.kind !== "login") return;
    logIn("t2");
    each.answer(true);
  };
  it.each([401, 611])("H05, H06 %i: login, then the same request again", async (status) => {
    logIn("t1");
    fixture.person = logsIn;
    fixture.answers = [refuse(status), me];
    expect((await sendWithRecovery(showUser, {})).idpId).toBe("1");
    expect(
      fixture.requests.map(({ url, method, headers }) => [url, method, headers["X-Access-Token"]]),
    ).toEqual([
      [fixture.requests[0]?.url, "GET", "t1"],
      [fixture.requests[0]?.url, "GET", "t2"],
    ]);
    expect(fixture.raisedOf("login")).toMatchObject([{ args: { reason: "expired" } }]);
  });
  it("H08 ten calls refused at once cause one login", async () => {
    logIn("t1");
    fixture.person = (each) => void setTimeout(() => logsIn(each));
    fixture.answers = [...Array<FakeAnswer>(10).fill(refuse(401)), ...Array<FakeAnswer>(10).fill(me)];
    await Promise.all(Array.from({ length: 10 }, () => sendWithRecovery(showUser, {})));
    expect([fixture.raisedOf("login").length, fixture.requests.length]).toEqual([1, 20]);
  });
  it("H08 a late refusal after a login asks for no second login", async () => {
    logIn("t1");
    let answerLate: (response: Response) => void = () => {};
    vi.mocked(fetch).mockImplementationOnce(() => new Promise((resolve) => (answerLate = resolve)));
    const late = sendWithRecovery(showUser, {});
    await vi.waitFor(() => expect(vi.mocked(fetch)).toHaveBeenCalled());
    logIn("t2");
    fixture.answers = [me];
    answerLate(responseOf(refuse(401)));
    await late;
    expect([fixture.raisedOf("login"), currentSession.token()]).toEqual([[], "t2"]);
  });
  it("H09 a second refusal is shown", async () => {
    fixture.person = logsIn;
    fixture.answers = [refuse(401), refuse(401)];
    await expect(sendWithRecovery(showUser, {})).rejects.toMatchObject({ status: 401 });
    expect([fixture.raisedOf("login").length, fixture.toasts()]).toEqual([1, ["请先登录"]]);
  });
  it("a cancelled login keeps the refusal", async () => {
    fixture.person = (each) => each.kind === "login" && each.answer(false);
    fixture.answers = [refuse(401)];
    await expect(sendWithRecovery(showUser, {})).rejects.toMatchObject({ status: 401 });
  });
  it.each([401, 611])(
    "U07 H08 %i of silent calls: the session is cleared, and one message says that the login has ended",
    async (status) => {
      logIn("t1");
      fixture.answers = Array<FakeAnswer>(3).fill(refuse(status));
      const calls = Array.from({ length: 3 }, () => sendWithRecovery(showUser, {}, { isSilent: true }));
      for (const outcome of await Promise.allSettled(calls))
        expect(outcome).toMatchObject({ status: "rejected", reason: { status } });
      expect([currentSession.token(), fixture.raised.length, fixture.toasts()]).toEqual([
        null,
        1,
        ["登录已失效，请重新登录"],
      ]);
      expect(fixture.requests).toHaveLength(3);
    },
  );
  it("H08 a silent call is sent again when the person has logged in meanwhile", async () => {
    logIn("t1");
    fixture.person = (each) => void setTimeout(() => logsIn(each));
    fixture.answers = [refuse(401), refuse(401), me, me];
    const [waited, unseen] = [
      sendWithRecovery(showUser, {}),
      sendWithRecovery(showUser, {}, { isSilent: true }),
    ];
    expect([(await waited).idpId, (await unseen).idpId]).toEqual(["1", "1"]);
    expect([fixture.raisedOf("login").length, fixture.requests.length, fixture.toasts()]).toEqual([1, 4, []]);
  });
  it("W01 a public call is repeated as a visitor when the token has expired, silently too", async () => {
    logIn("t1");
    fixture.answers = [refuse(611), emptyList];
    await sendWithRecovery(listNearby, {}, { isSilent: true });
    expect(fixture.requests.map(({ headers }) => headers["X-Access-Token"])).toEqual(["t1", undefined]);
    expect([currentSession.token(), fixture.raised]).toEqual([null, []]);
  });
});
