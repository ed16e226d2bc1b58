import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import {
  addBlocksPicture,
  openCompose,
  previewBlocks,
  saveBlocks,
  showBlocksVersion,
} from "#contract/compose/compose.ts";
import { headers } from "#contract/core/headers.ts";
import { operatorActor } from "../database/shared-tables/audit-log.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { composeStore } from "./store.ts";
import { composeMessages } from "./messages.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const faq = (question: string) => ({ kind: "faq" as const, items: [{ question, answer: "能" }] });
const by = "市场部小陈";
let made = 0;
/** Adds an online activity with one block, and a link to compose its page. */
async function compose(isDraft = false) {
  const activityId = `150000000000000${String(1000 + made++)}`;
  const given = { activityId, activityType: "online" as const, blocks: [faq("原来的")], isDraft };
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { ...given, processKey: `C${made}` }),
  ]);
  return { activityId, link: await app.modules.compose.addLink({ activityId }) };
}
const questions = (blocks: readonly unknown[]) =>
  blocks.map((block) => (block as ReturnType<typeof faq>).items[0]?.question);

test("a page is opened with its blocks, saved as a version and public at once", async () => {
  const { activityId, link } = await compose();
  const before = (await app.call(openCompose, { link })).data;
  expect(before).toMatchObject({ activityId, isPublished: true, version: 0, versions: [] });
  expect(questions(before.blocks)).toEqual(["原来的"]);
  // Cached responses must not outlive a save.
  expect(questions((await app.call(showNearby, { id: activityId })).data.blocks)).toEqual(["原来的"]);
  const saved = await app.call(saveBlocks, { link, by, basedOn: 0, blocks: [faq("第一"), faq("第二")] });
  expect([saved.status, saved.data]).toMatchObject([
    200,
    {
      version: 1,
      versions: [
        { version: 1, savedBy: by, blockCount: 2 },
        { version: 0, savedBy: null, blockCount: 1 },
      ],
    },
  ]);
  expect(questions((await app.call(showNearby, { id: activityId })).data.blocks)).toEqual(["第一", "第二"]);
});

test("an earlier version can be read and saved again, and the history stays", async () => {
  const { link } = await compose();
  await app.call(saveBlocks, { link, by, basedOn: 0, blocks: [] });
  const { blocks } = (await app.call(showBlocksVersion, { link, version: 0 })).data;
  expect(questions(blocks)).toEqual(["原来的"]);
  const { data } = await app.call(saveBlocks, { link, by, basedOn: 1, blocks });
  expect([data.version, questions(data.blocks), data.versions.map(({ version }) => version)]).toEqual([
    2,
    ["原来的"],
    [2, 1, 0],
  ]);
  const none = await app.call(showBlocksVersion, { link, version: 9 });
  expect([none.status, none.message]).toEqual([404, composeMessages.unknownVersion]);
});

test("invalid blocks are 601 with a message for each field and are not saved; a preview shows the valid ones", async () => {
  const { link } = await compose();
  const blocks = [
    faq("能退吗"),
    faq(""),
    { kind: "hero", title: "", url: "javascript:alert(1)" },
    { kind: "text", html: '<p onclick="x()">字<script>alert(1)</script></p>' },
  ];
  const faults = {
    "blocks.1.items.0.question": "请填写文字",
    "blocks.2.title": "请填写文字",
    "blocks.2.url": "地址应以 https:// 或 / 开头",
  };
  const refused = await app.call(saveBlocks, { link, by, basedOn: 0, blocks });
  expect([refused.status, refused.data]).toMatchObject([601, { fields: faults }]);
  expect((await app.call(openCompose, { link })).data.version).toBe(0);
  const { data } = await app.call(previewBlocks, { link, blocks });
  expect(data.faults).toEqual(faults);
  expect(data.blocks).toEqual([faq("能退吗"), null, null, { kind: "text", html: "<p>字</p>" }]);
  const twice = [
    { kind: "form", title: "一" },
    { kind: "form", title: "二" },
  ];
  expect((await app.call(previewBlocks, { link, blocks: twice })).data.faults).toEqual({
    blocks: "报名表单和卡券各最多一个",
  });
  const unnamed = await app.call(saveBlocks, { link, by: " ", basedOn: 0, blocks: [] });
  expect([unnamed.status, unnamed.data]).toMatchObject([601, { fields: { by: "请填写姓名" } }]);
});

test("a save over a colleague's newer version is 409; without the guard that version would be lost", async () => {
  const { activityId, link } = await compose();
  const save = (text: string) => app.call(saveBlocks, { link, by, basedOn: 0, blocks: [faq(text)] });
  const answers = await Promise.all(["甲", "乙", "丙"].map(save));
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  expect(answers.find(({ status }) => status === 409)?.message).toBe(composeMessages.savedMeanwhile);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect(questions((await app.call(openCompose, { link })).data.blocks)).toEqual([
    ["甲", "乙", "丙"][winner],
  ]);

  const store = composeStore(app.context.db);
  const now = new Date(app.context.clock.now());
  const late = { activityId, basedOn: 0, blocks: [], by, actor: operatorActor, now };
  expect(await store.save(late, { isGuarded: true })).toBeNull();
  expect(await store.save(late, { isGuarded: false })).toBe(2);
});

test("unknown, expired and revoked links are 404; a link opens its own page only", async () => {
  const { activityId, link } = await compose(true);
  expect((await app.call(openCompose, { link })).data).toMatchObject({ activityId, isPublished: false });
  const listed = (await app.modules.compose.links()).find((one) => one.activityId === activityId);
  expect(listed).toMatchObject({ isRevoked: false });
  expect(JSON.stringify(await app.modules.compose.links())).not.toContain(link);
  await app.modules.compose.revoke(listed?.linkId ?? "");
  const short = await app.modules.compose.addLink({ activityId, days: 0 });
  for (const token of [link, short, "A".repeat(43)]) {
    const answers = await Promise.all([
      app.call(openCompose, { link: token }),
      app.call(previewBlocks, { link: token, blocks: [] }),
      app.call(saveBlocks, { link: token, by, basedOn: 0, blocks: [] }),
      app.call(showBlocksVersion, { link: token, version: 0 }),
    ]);
    for (const { status, message } of answers)
      expect([status, message]).toEqual([404, composeMessages.linkOver]);
  }
  expect((await app.call(openCompose, { link: "short" })).status).toBe(601);
});

const photo = () =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: "#2060a0" } })
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "31/1 13/1 0/1" } })
    .jpeg()
    .toBuffer();
const upload = (link: string, picture: Buffer) =>
  app.call(addBlocksPicture, {}, { picture, headers: { [headers.staffLink]: link } });

test("S03 W10 a picture for a page is validated, stored without GPS position, public and usable in a block", async () => {
  const { link } = await compose();
  const answer = await upload(link, await photo());
  expect([answer.status, answer.data.width, answer.data.height]).toEqual([200, 1200, 800]);
  const { url } = answer.data;
  expect(url).toMatch(/^\/media\/page-[\w-]+\.jpg$/);
  const shown = await app.app.inject({ url });
  expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();
  const blocks = [{ kind: "hero" as const, title: "雪线", url }];
  expect((await app.call(saveBlocks, { link, by, basedOn: 0, blocks })).status).toBe(200);
  // Other operators can choose the picture.
  expect((await app.call(openCompose, { link })).data.pictures).toContain(url);
});

test("S03 W10 pictures require a link, and other files are refused", async () => {
  const { link } = await compose();
  for (const none of ["", "short", "A".repeat(43)]) {
    const answer = await upload(none, await photo());
    expect([answer.status, answer.message]).toEqual([404, composeMessages.linkOver]);
  }
  for (const bytes of [
    Buffer.from("<svg onload=alert(1)>"),
    Buffer.from("%PDF-1.7"),
    (await photo()).subarray(0, 200),
  ])
    expect((await upload(link, bytes)).status).toBe(415);
});
