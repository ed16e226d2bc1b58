import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { Lead, LeadFormData } from "#contract/lead/lead.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import type { NearOrganisation } from "#contract/organisation/organisation.ts";
import { onChallenge } from "../../platform/http/challenges.ts";
import { currentSession } from "../../platform/session/session.ts";
import { setSite } from "../../platform/environment/site.ts";
import { fakeServer, responseOf, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { siteForTests } from "../../platform/testing/test-site.ts";
import { LeadSection } from "./lead-section.tsx";

const activity = {
  activityId: "6201",
  activityType: "online",
  pageType: "localOfflineLead",
  status: 2,
  seriesCodes: [],
  asks: { series: false, dealer: false, session: false },
  form: [],
} as Partial<ActivityDetail> as ActivityDetail;
const dealer = (id: string): NearOrganisation => ({
  id,
  code: id,
  name: `青岚中心 ${id}`,
  status: "BC500001",
  address: "路 1 号",
  phone: "021-00000000",
  provinceCode: "310000",
  cityCode: "310100",
  longitude: 121.4,
  latitude: 31.2,
  distance: null,
});
type Sent = LeadFormData & { readonly changedLeadId?: string };

let root: Root;
let stop: () => void;
let toasts: string[];
/** Lead on the server, and the request that stored it. */
let lead: Lead | null;
let storedRequest: { key: string; body: string };
let sent: Sent[];
let dealers: NearOrganisation[];
/** Whether the answer of a request is lost. */
let isLost: (request: FakeRequest) => boolean;
/** Whether the server stores a lead before the connection fails. */
let isStoring: boolean;

function storeLead({ body, headers }: FakeRequest): Response {
  const form = body as Sent;
  const [key = "", text] = [headers["Idempotency-Key"], JSON.stringify(form)];
  sent.push(form);
  if (isStoring && key === storedRequest.key && text !== storedRequest.body)
    return responseOf({ status: 409, code: "409", message: "该请求已用其他内容提交过" });
  if (isStoring && key !== storedRequest.key) {
    storedRequest = { key, body: text };
    const moment = `2026-11-24T08:00:0${String(sent.length)}+08:00`;
    const { name, mobile, cityCode, dealerId = null, seriesCode = null, answers } = form;
    const given = { name, mobile: maskMobile(mobile), cityCode, dealerId, seriesCode, answers };
    const named = { dealerName: null, seriesName: null };
    lead = { leadId: "1", ...given, ...named, createdTime: moment, updatedTime: moment };
  }
  return responseOf({ data: { leadId: "1" } });
}
/** Awaited before the page's first request is answered. */
let beforeFirstAnswer: Promise<unknown> | null;
function answer(request: FakeRequest): Response | Promise<Response> | null {
  const { method, name } = request;
  if (beforeFirstAnswer !== null && method === "GET" && name === "6201") {
    const late = beforeFirstAnswer.then(() => responseOf({ data: null }));
    beforeFirstAnswer = null;
    return late;
  }
  const answered =
    method === "POST" ? storeLead(request) : responseOf({ data: name === "6201" ? lead : dealers });
  return isLost(request) ? null : answered;
}
function show(): void {
  document.body.replaceChildren(document.createElement("main"));
  root = createRoot(document.body.firstElementChild as Element);
  const section = <LeadSection {...{ activity }} series={[]} isPreview={false} hasBar={false} />;
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element: section }])} />);
}
beforeEach(() => {
  setSite(siteForTests);
  sessionStorage.clear();
  currentSession.save({
    accessToken: "open-1",
    userInfo: { openId: "open-1", mobile: null, nickname: "n", avatar: null, vip: false, owner: false },
  });
  [lead, storedRequest, sent, dealers] = [null, { key: "", body: "" }, [], [dealer("551"), dealer("552")]];
  [isLost, isStoring, toasts, beforeFirstAnswer] = [({ method }) => method === "POST", true, [], null];
  stop = onChallenge((raised) => {
    if (raised.kind === "toast") toasts.push(raised.args.text);
  });
  fakeServer(answer);
});
afterEach(() => {
  root.unmount();
  stop();
  currentSession.clear();
  vi.restoreAllMocks();
});
const name = page.getByRole("textbox", { name: "姓名" });
const submit = page.getByRole("button", { name: "立即预约" });
const fill = async () => {
  await name.fill("林晓岚");
  await page.getByRole("textbox", { name: "手机号" }).fill("13800138000");
  await page.getByRole("checkbox").click({ position: { x: 5, y: 5 } });
};
const done = page.getByText("已预约", { exact: true });
const unknown = page.getByText(/没有收到结果/);

test("M20 L15 a lead stored without an answer is shown as submitted", async () => {
  show();
  await fill();
  await submit.click();
  await expect.element(done).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(Object.keys(sessionStorage).filter((key) => key.includes("lead"))).toEqual([]);
});

test("M20 L15 L21 values changed before the retry: the stored lead is shown, and the later values are offered for a change", async () => {
  isLost = ({ method, name: last }) => method === "POST" || last === "6201";
  show();
  await fill();
  await submit.click();
  await expect.element(unknown).toBeVisible();
  await name.fill("陈屿");
  isLost = () => false;
  await submit.click();
  await expect.element(done).toBeVisible();
  await expect.element(page.getByText("林晓岚")).toBeVisible();
  expect(toasts.at(-1)).toBe("之前提交的已预约，刚才的修改还没有；要改请点“修改”");
  await page.getByRole("button", { name: "修改", exact: true }).click();
  await expect.element(name).toHaveValue("陈屿");
  await submit.click();
  await expect.element(page.getByText("陈屿")).toBeVisible();
  expect(sent.at(-1)).toMatchObject({ name: "陈屿", changedLeadId: "1" });
});

test("M20 L15 an earlier request answered late does not hide the lead again", async () => {
  let release = () => {};
  beforeFirstAnswer = new Promise<void>((resolve) => {
    release = resolve;
  });
  show();
  await fill();
  await submit.click();
  await expect.element(done).toBeVisible();
  release();
  // A fixed time: no event follows an answer that is ignored.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await expect.element(done).toBeVisible();
});

test("M18 L15 a change without an answer is not reported as done until it is stored", async () => {
  isLost = () => false;
  show();
  await fill();
  await submit.click();
  await page.getByRole("button", { name: "修改", exact: true }).click();
  await fill();
  await name.fill("陈屿");
  [isLost, isStoring] = [({ method }) => method === "POST", false];
  await submit.click();
  await expect.element(unknown).toBeVisible();
  isStoring = true;
  await submit.click();
  await expect.element(page.getByText("陈屿")).toBeVisible();
  await expect.element(done).toBeVisible();
});

test("M04 M20 a retry sends the same preselected dealer, even if another one is nearest by then", async () => {
  isStoring = false;
  show();
  const chosen = page.getByRole("radio", { checked: true });
  await expect.element(chosen).toHaveAttribute("value", "551");
  await fill();
  await submit.click();
  await expect.element(unknown).toBeVisible();
  root.unmount();
  dealers = dealers.toReversed();
  show();
  await expect.element(chosen).toHaveAttribute("value", "551");
  await submit.click();
  await expect.element(unknown).toBeVisible();
  expect(sent.map(({ dealerId }) => dealerId)).toEqual(["551", "551"]);
});
