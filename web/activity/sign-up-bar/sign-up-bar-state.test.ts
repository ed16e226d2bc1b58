import { expect, test } from "vitest";
import { signUpBarState, activityStatusAt } from "./sign-up-bar-state.ts";

const activity = {
  activityType: "localoffline",
  signUpStartTime: "2026-11-30T10:00:00+08:00",
  signUpEndTime: "2026-12-04T18:00:00+08:00",
  startTime: "2026-12-05T08:30:00+08:00",
  endTime: "2026-12-05T12:00:00+08:00",
  remaining: 4,
  waiting: 0,
} as const;
const user = {
  openId: "o",
  mobile: "13812345678",
  nickname: "林晓岚",
  avatar: null,
  vip: false,
  owner: false,
};
const at = (moment: string) => Date.parse(moment);
const open = {
  activity,
  user,
  isAsking: false,
  signUpState: { signed: false },
  now: at("2026-12-01T12:00:00+08:00"),
  isSubmitting: false,
  block: null,
  isPreview: false,
  isFavourite: false,
};
const ineligible = { kind: "ineligible", text: "抱歉，你当前没有活动资格~" } as const;

test("K10 open for a logged-in person: the number of seats left, if there is a quota", () => {
  expect(signUpBarState(open)).toEqual({ kind: "open", label: "立即报名 · 剩 4 席", note: null });
  expect(signUpBarState({ ...open, activity: { ...activity, remaining: null } }).label).toBe("立即报名");
  expect(signUpBarState({ ...open, activity: { ...activity, remaining: 1326 } }).label).toBe(
    "立即报名 · 剩 1,326 席",
  );
});

test("a person without a mobile is asked for it after the tap, not before", () => {
  expect(signUpBarState({ ...open, user: { ...user, mobile: null } }).kind).toBe("open");
});

test("K15 neither an offer nor full or ended is shown before the person's state is known", () => {
  const full = { ...activity, remaining: 0 };
  const over = at(activity.endTime);
  for (const facts of [open, { ...open, activity: full }, { ...open, now: over }])
    expect(signUpBarState({ ...facts, isAsking: true }).kind).toBe("asking");
  expect(signUpBarState({ ...open, isAsking: true, isPreview: true }).kind).toBe("preview");
});

test("K15 a visitor logs in first", () => {
  expect(signUpBarState({ ...open, user: null })).toEqual({
    kind: "visitor",
    label: "登录并报名",
    note: null,
  });
});

test("K22 not started: shows the opening in Shanghai's time zone, and is open from that moment", () => {
  const opening = at(activity.signUpStartTime);
  expect(signUpBarState({ ...open, now: opening - 1 })).toEqual({
    kind: "soon",
    label: "到点提醒我",
    note: "11月30日 10:00 开放报名",
  });
  expect(signUpBarState({ ...open, now: opening }).kind).toBe("open");
});

test("L09 not started: shows that a reminder is set", () => {
  const now = at(activity.signUpStartTime) - 1;
  expect(signUpBarState({ ...open, now, isFavourite: true }).label).toBe("已设提醒");
});

test("L09 L18 full: offers the waitlist with the number of people in it", () => {
  const full = (waiting: number) =>
    signUpBarState({ ...open, activity: { ...activity, remaining: 0, waiting } });
  expect(full(7)).toEqual({ kind: "full", label: "加入候补 · 前面 7 人", note: "名额已满" });
  expect(full(0).label).toBe("加入候补");
});

test("L09 ended: the sign-up first, the activity itself later", () => {
  const closing = at(activity.signUpEndTime);
  expect(signUpBarState({ ...open, now: closing - 1 }).kind).toBe("open");
  expect(signUpBarState({ ...open, now: closing })).toEqual({
    kind: "ended",
    label: "报名已结束",
    note: null,
  });
  expect(signUpBarState({ ...open, now: at(activity.endTime) }).label).toBe("活动已结束");
});

test("K09 L09 the sign-up period of an online activity decides, even if the activity lasts longer", () => {
  const online = {
    ...activity,
    activityType: "online",
    startTime: "2026-11-01T00:00:00+08:00",
    endTime: "2026-12-31T00:00:00+08:00",
  } as const;
  const barAt = (moment: string) => signUpBarState({ ...open, activity: online, now: at(moment) });
  expect(barAt("2026-11-29T12:00:00+08:00")).toEqual({
    kind: "soon",
    label: "到点提醒我",
    note: "11月30日 10:00 开放报名",
  });
  expect(barAt("2026-12-01T12:00:00+08:00").kind).toBe("open");
  expect(barAt(activity.signUpEndTime)).toMatchObject({ kind: "ended", label: "报名已结束" });
});

test("L06 signed up: the ticket, L05 not eligible, preview, and a tap in progress", () => {
  expect(signUpBarState({ ...open, signUpState: { signed: true } })).toEqual({
    kind: "signed",
    label: "查看报名凭证",
    note: null,
  });
  expect(signUpBarState({ ...open, block: ineligible })).toEqual({
    kind: "ineligible",
    label: "暂无活动资格",
    note: null,
  });
  expect(signUpBarState({ ...open, isPreview: true })).toEqual({
    kind: "preview",
    label: "预览模式，不可报名",
    note: null,
  });
  expect(signUpBarState({ ...open, isSubmitting: true })).toEqual({
    kind: "busy",
    label: "请稍候",
    note: null,
  });
});

test("precedence: preview, signed, busy, ended, not eligible, soon, full, visitor, open", () => {
  // All states apply at once; removes the one with the highest precedence step by step.
  const full = { ...activity, remaining: 0 };
  const ended = at(activity.endTime);
  const soon = at(activity.signUpStartTime) - 1;
  const all = {
    ...open,
    activity: full,
    user: null,
    signUpState: { signed: true },
    isSubmitting: true,
    block: ineligible,
    isPreview: true,
    now: ended,
  };
  const notPreview = { ...all, isPreview: false };
  const notSigned = { ...notPreview, signUpState: { signed: false } };
  const notBusy = { ...notSigned, isSubmitting: false };
  const notEnded = { ...notBusy, now: soon };
  const eligible = { ...notEnded, block: null };
  const started = { ...eligible, now: open.now };
  const free = { ...started, activity };
  const steps = [all, notPreview, notSigned, notBusy, notEnded, eligible, started, free, { ...free, user }];
  expect(steps.map((facts) => signUpBarState(facts).kind)).toEqual([
    "preview",
    "signed",
    "busy",
    "ended",
    "ineligible",
    "soon",
    "full",
    "visitor",
    "open",
  ]);
});

test("N11 unmet condition: the bar leads to the conditions, after login and while seats are left", () => {
  const blocked = { kind: "barred", text: "请先报名《安全课》" } as const;
  expect(signUpBarState({ ...open, block: blocked })).toEqual({
    kind: "barred",
    label: "查看参与条件",
    note: null,
  });
  expect(signUpBarState({ ...open, block: blocked, activity: { ...activity, remaining: 0 } }).kind).toBe(
    "full",
  );
  expect(signUpBarState({ ...open, block: blocked, user: null }).kind).toBe("visitor");
});

test("an unknown eligibility does not change the bar: the server decides", () => {
  expect(signUpBarState({ ...open, block: { kind: "unknown", text: "查询异常" } }).kind).toBe("open");
});

test("K09 the status of an online activity follows its own time", () => {
  const online = { ...activity, activityType: "online" } as const;
  const steps = [at(online.startTime) - 1, at(online.startTime), at(online.endTime)];
  expect(steps.map((now) => activityStatusAt(online, now))).toEqual([1, 2, 3]);
});

test("K10 an offline activity that has ended is over even if its sign-up ends later", () => {
  const late = { ...activity, signUpEndTime: "2027-01-31T18:00:00+08:00" };
  expect(
    [Date.parse(late.endTime) - 1, Date.parse(late.endTime)].map((now) => activityStatusAt(late, now)),
  ).toEqual([2, 3]);
});
