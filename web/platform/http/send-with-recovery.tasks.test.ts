import { afterEach, describe, expect, it, vi } from "vitest";
import { listNearby } from "#contract/activity/activity.ts";
import { refusals } from "#contract/core/errors.ts";
import { signUp } from "#contract/signup/signup.ts";
import { assignLocation } from "../navigation/leave-page.ts";
import { setSite } from "../environment/site.ts";
import { emptyList, recoveryFixture, refuse, signUpForm } from "../testing/recovery-fixture.ts";
import { siteForTests } from "../testing/test-site.ts";
import { sendWithRecovery } from "./send-with-recovery.ts";

vi.mock("../navigation/leave-page.ts", () => ({
  replaceLocation: vi.fn<(address: string) => void>(),
  assignLocation: vi.fn<(address: string) => void>(),
}));

const fixture = recoveryFixture(siteForTests);
afterEach(() => vi.mocked(assignLocation).mockClear());

describe("N08 a captcha and a remark at once", () => {
  const remark = "名单 11 月 28 日公布";
  const withBoth = {
    ...refuse(633),
    headers: { captcha_verify: "true", flow_branch_remark: encodeURIComponent(remark) },
  };
  it("the captcha first; after it is cancelled, the remark", async () => {
    fixture.person = (each) => each.kind === "captcha" && each.answer(null);
    fixture.answers = [withBoth];
    await expect(sendWithRecovery(signUp, signUpForm)).rejects.toMatchObject({
      refusal: "captchaRequired",
      remark,
    });
    expect(fixture.raised.map(({ kind }) => kind)).toEqual(["captcha", "toast"]);
    expect(fixture.toasts()).toEqual([remark]);
  });
  it("solved and refused again: the remark and no second captcha", async () => {
    fixture.person = (each) => each.kind === "captcha" && each.answer("solved");
    for (const second of [
      withBoth,
      { ...withBoth, headers: { flow_branch_remark: withBoth.headers.flow_branch_remark } },
    ]) {
      fixture.raised = [];
      fixture.answers = [withBoth, second];
      await expect(sendWithRecovery(signUp, signUpForm)).rejects.toMatchObject({ remark });
      expect([fixture.raisedOf("captcha").length, fixture.toasts()]).toEqual([1, [remark]]);
    }
  });
  it("solved: succeeds without a toast", async () => {
    fixture.person = (each) => each.kind === "captcha" && each.answer("solved");
    fixture.answers = [withBoth, { data: { signUpId: "1", ticketCode: "2", status: "confirmed" } }];
    await sendWithRecovery(signUp, signUpForm);
    expect(fixture.toasts()).toEqual([]);
  });
  it("with neither: the generic message; a captcha for a call without one: the message of what is missing", async () => {
    fixture.answers = [refuse(633)];
    await expect(sendWithRecovery(signUp, signUpForm)).rejects.toMatchObject({ refusal: "flowBranch" });
    fixture.answers = [{ ...refuse(633), headers: { captcha_verify: "true" } }];
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({ refusal: "captchaRequired" });
    expect([fixture.raisedOf("captcha"), fixture.toasts()]).toEqual([
      [],
      ["当前暂不能参加", "请先完成安全验证"],
    ]);
  });
});

describe("task links", () => {
  const link = (address: string) => ({ ...refuse(602), headers: { task_link: encodeURIComponent(address) } });
  it("N04, V02 602 opens the task's address", async () => {
    fixture.answers = [link(`${location.origin}/task?a=1`)];
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({ refusal: "taskRequired" });
    expect(vi.mocked(assignLocation).mock.calls).toEqual([[`${location.origin}/task?a=1`]]);
  });
  const evil = [
    "javascript:alert(1)",
    "//evil.example/",
    "/\\evil.example/",
    "https://evil.example/",
    "data:text/html,x",
    `${location.origin}.evil.example/`,
    `${location.protocol}//user@evil.example/`,
    "https://owners.example.evil/",
    "http://owners.example/",
  ];
  it("N09 opens the operator's further origins, and only those", async () => {
    setSite({ ...siteForTests, taskLinkOrigins: ["https://owners.example"] });
    fixture.answers = [link("https://owners.example/certify?from=a"), ...evil.map(link)];
    for (let remaining = fixture.answers.length; remaining > 0; remaining--)
      await sendWithRecovery(listNearby, {}).catch(() => {});
    expect(vi.mocked(assignLocation).mock.calls).toEqual([["https://owners.example/certify?from=a"]]);
  });
  it("N03 adds the link to a result with status 200, if the link is allowed", async () => {
    const headers = (address: string) => ({ headers: { task_link: encodeURIComponent(address) } });
    fixture.answers = [
      { ...emptyList, ...headers(`${location.origin}/task?a=1`) },
      ...evil.map((address) => ({ ...emptyList, ...headers(address) })),
      { ...emptyList, headers: { task_link: "%E4%" } },
      emptyList,
    ];
    const results = [];
    while (fixture.answers.length > 0) results.push(await sendWithRecovery(listNearby, {}));
    const [first, ...others] = results;
    expect(first).toEqual({ list: [], nextCursor: null, taskLink: `${location.origin}/task?a=1` });
    expect(others).toEqual(others.map(() => ({ list: [], nextCursor: null })));
    expect(vi.mocked(assignLocation)).not.toHaveBeenCalled();
  });
  it("N03 offers the next step of an answer once, not for silent calls, and never the page itself", async () => {
    const offers: string[] = [];
    fixture.person = (each) => {
      if (each.kind === "task") offers.push(each.args.link);
    };
    const answer = (address: string) => ({
      ...emptyList,
      headers: { task_link: encodeURIComponent(address) },
    });
    const next = `${location.origin}/next-step?b=2`;
    fixture.answers = [answer(next), answer(location.href), answer(next), answer(`${next}&last`)];
    await sendWithRecovery(listNearby, {}, { isSilent: true });
    await sendWithRecovery(listNearby, {});
    await sendWithRecovery(listNearby, {});
    await sendWithRecovery(listNearby, {});
    // In any order: the script that offers them loads with the first.
    await vi.waitFor(() => expect(new Set(offers)).toEqual(new Set([next, `${next}&last`])));
    expect(offers.length).toBe(2);
  });
  it("N10 ignores a malformed task link", async () => {
    fixture.answers = [{ ...refuse(602), headers: { task_link: "%E4%" } }];
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({
      refusal: "taskRequired",
      taskLink: null,
    });
    expect(fixture.toasts()).toEqual([refusals.taskRequired.message]);
  });
  it.each(evil)("N09 never opens %s", async (address) => {
    fixture.answers = [link(address)];
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({ refusal: "taskRequired" });
    expect(vi.mocked(assignLocation)).not.toHaveBeenCalled();
  });
});
