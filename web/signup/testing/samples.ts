import type { ActivityDetail, FormField } from "#contract/activity/activity.ts";
import type { Call, Send } from "#contract/core/call.ts";
import type { UserInfo } from "#contract/session/session.ts";
import type { ActivityDate } from "#contract/signup/signup.ts";
import type { SignUpOffer } from "../api.ts";
import type { PersonActions } from "../register/person-actions.ts";

export const activityId = "9007199254740993";

const question = (over: Partial<FormField> & Pick<FormField, "key" | "label">): FormField => ({
  kind: "text",
  required: false,
  options: [],
  placeholder: "",
  ...over,
});
export const questions: FormField[] = [
  question({ key: "helmetSize", label: "头盔尺码", kind: "select", required: true, options: ["S", "M"] }),
  question({ key: "companions", label: "同行人数", kind: "number", required: true }),
  question({ key: "meal", label: "饮食忌口" }),
];

export const sampleActivity = (over: Partial<ActivityDetail> = {}): ActivityDetail => ({
  activityId,
  title: "莫干山晨雾试驾",
  subtitle: "",
  coverUrl: "data:,",
  activityType: "localoffline",
  activityMode: "offline",
  businessType: 1,
  sponsorLevel1: "107001",
  sponsorLevel2: null,
  sec: "",
  processKey: "p",
  nodeKey: "n",
  status: 2,
  startTime: "2026-11-28T08:30:00+08:00",
  endTime: "2026-11-29T17:00:00+08:00",
  signUpStartTime: "2026-11-01T10:00:00+08:00",
  signUpEndTime: "2026-11-27T18:00:00+08:00",
  provinceCode: "310000",
  cityCode: "310100",
  address: "徐汇区龙腾大道 2555 号",
  longitude: 121.46,
  latitude: 31.18,
  distance: null,
  quota: 50,
  remaining: 20,
  seriesCodes: ["yuanshan", "xingyun"],
  tags: [],
  dealerName: null,
  dealerStatus: null,
  fee: "免费",
  content: "",
  agenda: [],
  dealers: [],
  form: questions,
  benefits: [],
  hasCoupons: false,
  waiting: 0,
  rules: "需持驾照",
  share: { title: "", desc: "", imgUrl: "" },
  pageType: "signup",
  asks: { series: true, dealer: true, session: true },
  blocks: [],
  serverTime: "2026-11-20T12:00:00+08:00",
  ...over,
});

const session = (sessionId: string, start: string, end: string, remaining: number) => ({
  sessionId,
  startTime: `${start}:00+08:00`,
  endTime: `${end}:00+08:00`,
  quota: 10,
  remaining,
});
/** Two days: three sessions, the second one full, then one session. @param seats free seats of session 11 */
export const sampleDates = (seats = 4): ActivityDate[] => [
  {
    date: "2026-11-28",
    sessions: [
      session("11", "2026-11-28T08:30", "2026-11-28T10:00", seats),
      session("12", "2026-11-28T10:30", "2026-11-28T12:00", 0),
      session("13", "2026-11-28T13:30", "2026-11-28T15:00", 8),
    ],
  },
  { date: "2026-11-29", sessions: [session("21", "2026-11-29T08:30", "2026-11-29T10:00", 3)] },
];

const dealer = (id: string, name: string, distance: number | null) => ({
  id,
  code: `D${id}`,
  name,
  status: id === "1" ? "BC500002" : "BC500001",
  address: `龙腾大道 ${id} 号`,
  phone: "021-5550-0000",
  provinceCode: "310000",
  cityCode: "310100",
  longitude: 121.4 + Number(id) / 100,
  latitude: 31.1,
  distance,
});
export const sampleOffer = (over: Partial<ActivityDetail> = {}): SignUpOffer => ({
  activity: sampleActivity(over),
  series: [
    { seriesCode: "yuanshan", seriesName: "远山", imageUrl: "data:," },
    { seriesCode: "xingyun", seriesName: "行云", imageUrl: "data:," },
    { seriesCode: "zhuguang", seriesName: "逐光", imageUrl: "data:," },
  ],
  dealers: [dealer("1", "青岚中心·徐汇滨江", 2400), dealer("2", "青岚空间·前滩", 9100)],
  dates: sampleDates(),
});

export const samplePerson: UserInfo = {
  openId: "open-1",
  mobile: "13812345678",
  nickname: "岚",
  avatar: null,
  vip: false,
  owner: false,
};

export const actionsOf = (person: UserInfo | null, over: Partial<PersonActions> = {}): PersonActions => ({
  person: () => person,
  login: () => Promise.resolve(false),
  bind: () => Promise.resolve(),
  explain: () => Promise.resolve(),
  solveCaptcha: () => Promise.resolve("pass"),
  ...over,
});

export type Sent = { readonly name: string; readonly args: Record<string, unknown>; readonly key: string };
/** A `send` that answers by the call's name and records the arguments. */
export function fakeSend(answers: Readonly<Record<string, (args: Record<string, unknown>) => unknown>>) {
  const sent: Sent[] = [];
  const send = ((call: Call, args: Record<string, unknown>, options?: { idempotencyKey?: string }) => {
    sent.push({ name: call.name, args, key: options?.idempotencyKey ?? "" });
    const answer = answers[call.name];
    return answer
      ? Promise.resolve().then(() => answer(args))
      : Promise.reject(new Error(`${call.name} is not expected`));
  }) as Send;
  return { send, sent };
}
