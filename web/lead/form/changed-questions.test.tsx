import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ActivityDetail, FormField } from "#contract/activity/activity.ts";
import { currentSession } from "../../platform/session/session.ts";
import { setSite } from "../../platform/environment/site.ts";
import { fakeServer, responseOf, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { siteForTests } from "../../platform/testing/test-site.ts";
import { LeadSection } from "./lead-section.tsx";

const question = (key: string, label: string): FormField => ({
  key,
  label,
  kind: "text",
  required: true,
  options: [],
  placeholder: "",
});
const when = question("when", "时间");
const where = question("where", "地点");
const activity: ActivityDetail = {
  activityId: "6201",
  title: "新车预约",
  subtitle: "",
  coverUrl: "/a.jpg",
  activityType: "online",
  activityMode: "online",
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
  address: "",
  longitude: 121.46,
  latitude: 31.18,
  distance: null,
  quota: null,
  remaining: null,
  seriesCodes: [],
  tags: [],
  dealerName: null,
  dealerStatus: null,
  fee: "免费",
  content: "",
  agenda: [],
  dealers: [],
  form: [when],
  benefits: [],
  hasCoupons: false,
  waiting: 0,
  rules: "",
  share: { title: "", desc: "", imgUrl: "" },
  pageType: "lead",
  asks: { series: false, dealer: false, session: false },
  blocks: [],
  serverTime: "2026-11-20T12:00:00+08:00",
};

type Answers = Record<string, string>;
const answersIn = ({ body }: FakeRequest): Answers => (body as { answers: Answers }).answers;
/** A server whose questions differ from the page's; null: only the refusal is returned. */
function serverAsking(form: readonly FormField[] | null): Answers[] {
  const sent: Answers[] = [];
  const judge = (answers: Answers) => {
    sent.push(answers);
    const missing = (form ?? [where]).flatMap(({ key, label }) =>
      key in answers ? [] : [[`answers.${key}`, `请填写${label}`]],
    );
    const gone = Object.keys(answers).flatMap((key) =>
      form?.some((one) => one.key === key) === false ? [[`answers.${key}`, "没有这个问题"]] : [],
    );
    const fields = Object.fromEntries([...missing, ...gone]) as Answers;
    return Object.keys(fields).length > 0
      ? responseOf({ status: 601, code: "601", message: "参数校验失败", data: { fields } })
      : { code: "00", data: { leadId: "1" } };
  };
  fakeServer((request) => {
    if (request.method === "POST") return judge(answersIn(request));
    if (!request.url.pathname.includes("/nearby/")) return { code: "00", data: null };
    return form === null ? null : { code: "00", data: { ...activity, form } };
  });
  return sent;
}

let root: Root;
const textbox = (name: string) => page.getByRole("textbox", { name });
const submit = page.getByRole("button", { name: /立即预约|修改后提交/ });
const faults = page.getByText(/处需要修改/);
const fillAndSubmit = async () => {
  document.body.replaceChildren(document.createElement("main"));
  root = createRoot(document.body.firstElementChild as Element);
  const section = <LeadSection {...{ activity }} series={[]} isPreview={false} hasBar={false} />;
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element: section }])} />);
  await textbox("姓名").fill("林晓岚");
  await textbox("手机号").fill("13800138000");
  await textbox("时间").fill("周末");
  await page.getByRole("checkbox").click({ position: { x: 5, y: 5 } });
  await submit.click();
};
beforeEach(() => {
  setSite(siteForTests);
  sessionStorage.clear();
  currentSession.save({
    accessToken: "open-1",
    userInfo: { openId: "open-1", mobile: null, nickname: "n", avatar: null, vip: false, owner: false },
  });
});
afterEach(() => {
  root.unmount();
  currentSession.clear();
  vi.restoreAllMocks();
});

test("L12 L21 questions replaced while a lead's form is open: reported, the new one with its error, nothing lost", async () => {
  const sent = serverAsking([where]);
  await fillAndSubmit();
  await expect.element(page.getByText(/已填写的都在/)).toBeVisible();
  await expect.element(textbox("时间")).not.toBeInTheDocument();
  await expect.element(textbox("地点")).toHaveAccessibleDescription("请填写地点");
  await expect.element(faults).toHaveTextContent("还有 1 处需要修改");
  await expect.element(textbox("姓名")).toHaveValue("林晓岚");
  await textbox("地点").fill("杭州");
  await submit.click();
  await expect.poll(() => sent).toEqual([{ when: "周末" }, { where: "杭州" }]);
});

test("L21 if the new questions cannot be loaded, a lead's form reports that it is outdated", async () => {
  serverAsking(null);
  await fillAndSubmit();
  await expect.element(page.getByText(/请刷新页面后再提交/)).toBeVisible();
  await expect.element(faults).not.toBeInTheDocument();
});
