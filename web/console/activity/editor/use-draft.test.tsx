import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ActivityDraft } from "#contract/console/activity/draft.ts";
import { fakeServer, responseOf, type FakeRequest } from "../../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { EditConflictPanel } from "./edit-conflict-panel.tsx";
import { useDraft } from "./use-draft.ts";

afterEach(() => vi.restoreAllMocks());

const time = "2026-11-27T14:20:00+08:00";
const draftWith = (over: Partial<ActivityDraft> = {}): ActivityDraft => ({
  activityId: "26112801",
  revision: 1,
  liveRevision: 1,
  live: {
    activityId: "26112801",
    activityType: "localoffline",
    pageType: "signup",
    sec: "s",
    processKey: "P1",
    nodeKey: "signup",
    title: "莫干山晨雾试驾",
    subtitle: "首批体验",
    coverUrl: "",
    businessType: 1,
    sponsorLevel1: "107001",
    sponsorLevel2: null,
    startTime: time,
    endTime: time,
    signUpStartTime: time,
    signUpEndTime: time,
    provinceCode: "330000",
    cityCode: "330500",
    address: "",
    longitude: 120,
    latitude: 30,
    quota: 50,
    seriesCodes: [],
    tags: [],
    fee: "免费",
    dealerId: null,
    dealerIds: [],
    content: "",
    agenda: [],
    form: [],
    benefits: [],
    rules: "",
    share: { title: "", desc: "", imgUrl: "" },
    asks: { series: false, dealer: false },
    blocks: [],
    sessions: [],
    isPublished: true,
    cancelReason: null,
  },
  values: {},
  authors: {},
  savedTime: null,
  savedBy: null,
  faults: {},
  taken: 46,
  wasPublished: true,
  ...over,
});

/** Shows an editor of the title and the subtitle alone. @returns the bodies of its saves */
function showEditor(answer: (request: FakeRequest, save: number) => Response): unknown[] {
  const saved: unknown[] = [];
  fakeServer((request) => {
    if (request.name === "save") saved.push(request.body);
    return answer(request, saved.length);
  });
  const Editor = () => {
    const editor = useDraft(draftWith());
    return (
      <>
        <input
          aria-label="标题"
          value={editor.values.title}
          onChange={(event) => editor.change("title", event.target.value)}
        />
        <input
          aria-label="介绍"
          value={editor.values.subtitle}
          onChange={(event) => editor.change("subtitle", event.target.value)}
        />
        <output>{editor.state}</output>
        <EditConflictPanel editor={editor} />
      </>
    );
  };
  showInConsole(<Editor />);
  return saved;
}
const savedAs = (values: ActivityDraft["values"], revision: number, merged: object | null = null): Response =>
  responseOf({ data: { draft: draftWith({ values, revision, savedTime: time }), merged } });

test("CO45 what is typed is kept within 2 s, with the revision that was seen; later typing follows", async () => {
  const saved = showEditor((_request, save) => savedAs({ title: save === 1 ? "暮色" : "夜色" }, save + 1));
  const begun = performance.now();
  await page.getByLabelText("标题").fill("暮色");
  await expect.poll(() => saved.length).toBe(1);
  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(saved[0]).toMatchObject({ basedOn: 1, basedOnLive: 1, changes: { title: "暮色" } });
  await expect.element(page.getByRole("status")).toHaveTextContent("saved");
  await page.getByLabelText("标题").fill("夜色");
  await expect.poll(() => saved.length).toBe(2);
  expect(saved[1]).toMatchObject({ basedOn: 2, changes: { title: "夜色" } });
});

test("CO86 where both changed a field one chooses, and nothing typed is lost", async () => {
  const theirs = draftWith({ revision: 2, values: { title: "王的标题" } });
  const saved = showEditor(({ name }, save) => {
    if (name === "draft") return responseOf({ data: theirs });
    if (save > 1) return savedAs({ title: "我的标题", subtitle: "我的介绍" }, 3);
    const data = { by: "王运营", at: time, fields: ["title"] };
    return responseOf({ status: 409, code: "EDIT_CONFLICT", data });
  });
  await page.getByLabelText("标题").fill("我的标题");
  await page.getByLabelText("介绍").fill("我的介绍");
  await expect.element(page.getByText("王运营 刚刚修改了 活动标题，请选择保留哪一个")).toBeVisible();
  expect(await axeFindings("light")).toEqual([]);
  expect(await axeFindings("dark")).toEqual([]);
  await page.getByRole("radio", { name: /^我的标题/ }).click();
  await page.getByRole("button", { name: "保存选择" }).click();
  await expect.poll(() => saved.length).toBe(2);
  expect(saved[1]).toMatchObject({ basedOn: 2, changes: { title: "我的标题", subtitle: "我的介绍" } });
  await expect.element(page.getByLabelText("介绍")).toHaveValue("我的介绍");
});

test("CO86 a colleague's value that is chosen replaces one's own", async () => {
  const theirs = draftWith({ revision: 2, values: { title: "王的标题" } });
  showEditor(({ name }) => {
    if (name === "draft") return responseOf({ data: theirs });
    const data = { by: "王运营", at: time, fields: ["title"] };
    return responseOf({ status: 409, code: "EDIT_CONFLICT", data });
  });
  await page.getByLabelText("标题").fill("我的标题");
  await page.getByRole("radio", { name: /^王的标题/ }).click();
  await page.getByRole("button", { name: "保存选择" }).click();
  await expect.element(page.getByLabelText("标题")).toHaveValue("王的标题");
});
