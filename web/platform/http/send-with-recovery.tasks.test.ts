import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listNearby } from "#contract/activity/activity.ts";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { refusals } from "#contract/core/errors.ts";
import { signUp } from "#contract/signup/signup.ts";
import { assignLocation } from "../navigation/leave-page.ts";
import { currentSession } from "../session/session.ts";
import { setSite } from "../environment/site.ts";
import { fakeServer, responseOf, type FakeAnswer } from "../testing/fake-server.ts";
import { onChallenge, type RaisedChallenge } from "./challenges.ts";
import { sendWithRecovery } from "./send-with-recovery.ts";

vi.mock("../navigation/leave-page.ts", () => ({
  replaceLocation: vi.fn<(address: string) => void>(),
  assignLocation: vi.fn<(address: string) => void>(),
}));

const site = { brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" };
const refuse = (status: number, code = String(status)): FakeAnswer => ({ status, code, message: "" });
const page = { data: { list: [], nextCursor: null } };
const form = { id: "7", name: "林晓岚", mobile: "13800138000", consent: true as const };

let answers: FakeAnswer[];
let raised: RaisedChallenge[];
/** What the person does about a challenge. */
let person: (raised: RaisedChallenge) => void;
const toasts = () => raised.flatMap((each) => (each.kind === "toast" ? [each.args.text] : []));
const asked = (kind: RaisedChallenge["kind"]) => raised.filter((each) => each.kind === kind);

beforeEach(() => {
  setSite(site);
  currentSession.clear();
  [answers, raised] = [[], []];
  person = () => {};
  vi.mocked(assignLocation).mockClear();
  onChallenge((each) => {
    raised.push(each);
    person(each);
  });
  fakeServer(() => {
    const answer = answers.shift();
    return answer === undefined ? null : responseOf(answer);
  });
});
afterEach(() => vi.restoreAllMocks());

describe("N08 a slider and words at once", () => {
  const remark = "名单 11 月 28 日公布";
  const withBoth = {
    ...refuse(633),
    headers: { captcha_verify: "true", flow_branch_remark: encodeURIComponent(remark) },
  };
  it("the slider first; given up, the words", async () => {
    person = (each) => each.kind === "captcha" && each.answer(null);
    answers = [withBoth];
    await expect(sendWithRecovery(signUp, form)).rejects.toMatchObject({
      refusal: "captchaRequired",
      remark,
    });
    expect(raised.map(({ kind }) => kind)).toEqual(["captcha", "toast"]);
    expect(toasts()).toEqual([remark]);
  });
  it("solved and refused again, the words and no second slider", async () => {
    person = (each) => each.kind === "captcha" && each.answer("solved");
    for (const second of [
      withBoth,
      { ...withBoth, headers: { flow_branch_remark: withBoth.headers.flow_branch_remark } },
    ]) {
      raised = [];
      answers = [withBoth, second];
      await expect(sendWithRecovery(signUp, form)).rejects.toMatchObject({ remark });
      expect([asked("captcha").length, toasts()]).toEqual([1, [remark]]);
    }
  });
  it("solved, it goes through without a word", async () => {
    person = (each) => each.kind === "captcha" && each.answer("solved");
    answers = [withBoth, { data: { signUpId: "1", ticketCode: "2", status: "confirmed" } }];
    await sendWithRecovery(signUp, form);
    expect(toasts()).toEqual([]);
  });
  it("with neither: the generic words; a slider for a call without one: what is missing", async () => {
    answers = [refuse(633)];
    await expect(sendWithRecovery(signUp, form)).rejects.toMatchObject({ refusal: "flowBranch" });
    answers = [{ ...refuse(633), headers: { captcha_verify: "true" } }];
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({ refusal: "captchaRequired" });
    expect([asked("captcha"), toasts()]).toEqual([[], ["当前暂不能参加", "请先完成安全验证"]]);
  });
});

describe("task links", () => {
  const link = (address: string) => ({ ...refuse(602), headers: { task_link: encodeURIComponent(address) } });
  it("N04, V02 602 goes to the task's address", async () => {
    answers = [link(`${location.origin}/task?a=1`)];
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
  it("N09 the operator's further origins, and only those", async () => {
    setSite({ ...site, taskLinkOrigins: ["https://owners.example"] });
    answers = [link("https://owners.example/certify?from=a"), ...evil.map(link)];
    for (let left = answers.length; left > 0; left--) await sendWithRecovery(listNearby, {}).catch(() => {});
    expect(vi.mocked(assignLocation).mock.calls).toEqual([["https://owners.example/certify?from=a"]]);
  });
  it("N03 with 200 it is attached to the result, if people may be sent there", async () => {
    const headers = (address: string) => ({ headers: { task_link: encodeURIComponent(address) } });
    answers = [
      { ...page, ...headers(`${location.origin}/task?a=1`) },
      ...evil.map((address) => ({ ...page, ...headers(address) })),
      { ...page, headers: { task_link: "%E4%" } },
      page,
    ];
    const results = [];
    while (answers.length > 0) results.push(await sendWithRecovery(listNearby, {}));
    const [first, ...others] = results;
    expect(first).toEqual({ list: [], nextCursor: null, taskLink: `${location.origin}/task?a=1` });
    expect(others).toEqual(others.map(() => ({ list: [], nextCursor: null })));
    expect(vi.mocked(assignLocation)).not.toHaveBeenCalled();
  });
  it("N10 a broken task link is none", async () => {
    answers = [{ ...refuse(602), headers: { task_link: "%E4%" } }];
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({
      refusal: "taskRequired",
      taskLink: null,
    });
    expect(toasts()).toEqual([refusals.taskRequired.message]);
  });
  it.each(evil)("N09 never to %s", async (address) => {
    answers = [link(address)];
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({ refusal: "taskRequired" });
    expect(vi.mocked(assignLocation)).not.toHaveBeenCalled();
  });
});
