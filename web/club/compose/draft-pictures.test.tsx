import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { publishArticle } from "#contract/club/articles.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import { drawJpeg } from "../../platform/testing/sample-photos.ts";
import { readClubDraft } from "./club-draft.ts";
import { articleFor, groupFor } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub } from "../testing/show.tsx";
import { WriteForm } from "./write-form.tsx";

let shown: ReturnType<typeof show>;
let requests: FakeRequest[];
let answer: FakeAnswer | null;
let people = 0;
let openId: string;
/** Number of uploaded pictures; their ids start at 901. */
let uploads: number;

/** XMLHttpRequest that accepts each picture at once. */
class AcceptingRequest {
  upload = {};
  status = 200;
  responseText = "";
  onload: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  open() {}
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  abort() {}
  send() {
    const data = { pictureId: String(901 + uploads++), width: 400, height: 300, url: "/media/cover.svg" };
    this.responseText = JSON.stringify({ code: "00", data });
    setTimeout(() => {
      this.onload?.();
      this.onloadend?.();
    });
  }
}

beforeEach(() => {
  resetClub();
  openId = `photographer ${people++}`;
  logIn(openId);
  uploads = 0;
  answer = null;
  vi.stubGlobal("XMLHttpRequest", AcceptingRequest);
  requests = fakeServer(() => (answer === null ? null : responseOf(answer)));
});
afterEach(() => {
  shown.unmount();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const showForm = () => {
  shown = show(<WriteForm openId={openId} groups={[groupFor("101")]} groupId={null} activityId={null} />);
};
const content = () => page.getByRole("textbox", { name: "正文" });
const send = () => page.getByRole("button", { name: "发布", exact: true }).click();
const path = () => shown.router.state.location.pathname;
const published = () => requests.filter(({ name }) => name === publishArticle.paths[0]?.split("/").at(-1));
const pictureIds = () => published().map(({ body }) => (body as { pictureIds: string[] }).pictureIds);
const keys = () => published().map(({ headers }) => headers["Idempotency-Key"]);
/** Uploads a picture and publishes; the response is lost, then the app restarts. */
const publishWithLostResponse = async () => {
  showForm();
  await content().fill("雾里的路");
  const photo = await drawJpeg({ width: 400, height: 300 });
  const file = new File([photo], "雾.jpg", { type: "image/jpeg" });
  await userEvent.upload(page.getByLabelText(/拍照或从相册选择/), [file]);
  await expect.element(page.getByText("已上传", { exact: true })).toBeVisible();
  await send();
  await expect.element(page.getByText(/网络不可用/)).toBeVisible();
  shown.unmount();
  showForm();
  await expect.element(page.getByText("已上传", { exact: true })).toBeVisible();
};

it("P12 after a lost response and a restart the article is sent again with the same pictures and key", async () => {
  await publishWithLostResponse();
  answer = { data: articleFor("77") };
  await send();
  await expect.poll(path).toBe("/club/article/77");
  expect([pictureIds(), new Set(keys()).size, uploads]).toEqual([[["901"], ["901"]], 1, 1]);
});

it("P12 pictures that have expired on the server are uploaded again automatically", async () => {
  await publishWithLostResponse();
  answer = { status: 601, code: "601", data: { fields: { pictureIds: "图片已失效，请重新上传" } } };
  await send();
  await expect.element(page.getByText("图片已过期，正在重新上传，传好后再发布")).toBeVisible();
  await expect.poll(() => uploads).toBe(2);
  await expect.element(page.getByText("已上传", { exact: true })).toBeVisible();
  answer = { data: articleFor("77") };
  await send();
  await expect.poll(path).toBe("/club/article/77");
  expect([pictureIds().at(-1), new Set(keys()).size]).toEqual([["902"], 1]);
});

it("P12 if the first attempt was published, a changed draft opens that article or becomes another one", async () => {
  const choices = { dialog: false };
  const raised = raisedWith(choices);
  await publishWithLostResponse();
  answer = { status: 409, code: "409", message: "该内容已提交过，请刷新后查看", data: { articleId: "88" } };
  await content().fill("雾里的路，改过");
  await send();
  await expect.element(page.getByText("之前的已经发布了，再按发布会成为另一篇")).toBeVisible();
  await expect.element(content()).toHaveValue("雾里的路，改过");
  expect(raised.filter(({ kind }) => kind === "dialog")).toHaveLength(1);
  choices.dialog = true;
  await send();
  await expect.poll(path).toBe("/club/article/88");
  expect(new Set(keys()).size).toBe(2);
  expect(readClubDraft("write")).toBeNull();
});
