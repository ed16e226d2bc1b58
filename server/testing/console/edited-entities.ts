import { sql } from "kysely";
import { saveActivityDraft, showActivityDraft } from "#contract/console/activity/draft.ts";
import { addConsoleSeries, listConsoleSeries, saveConsoleSeries } from "#contract/console/basics/series.ts";
import { saveConsoleDealer, showConsoleDealer } from "#contract/console/basics/dealers.ts";
import { editClubGroup, showClubGroup, type GroupFields } from "#contract/console/club/groups.ts";
import { saveBanner, showConsoleBanner } from "#contract/console/content/banners.ts";
import { openPage, savePage } from "#contract/console/content/pages.ts";
import { saveMallProduct } from "#contract/console/mall/product-edit.ts";
import { showMallProduct } from "#contract/console/mall/products.ts";
import { testBanners } from "../../catalogue/banner/test-banners.ts";
import { testActivities } from "../../catalogue/console/test-activities.ts";
import { testClub } from "../../club/test-club.ts";
import type { TestApp } from "../app.ts";
import { callAsOperator, type TestOperator } from "../operator.ts";
import { sampleDealers } from "../samples/sample-dealers.ts";
import { addSampleProduct } from "../samples/sample-mall.ts";

export type Values = Readonly<Record<string, unknown>>;
/** Thing as an operator has it open: its values, and the revisions on which a save is based. */
export type Seen = { readonly values: Values; readonly basedOn: number; readonly basedOnLive?: number };
export type Answer = { readonly status: number; readonly code: string; readonly data: unknown };
/** A thing that two operators may edit at the same time. */
export type Entity = {
  /**
   * "field": saves are merged by field. Else every save on an older revision is a conflict: "form" names the fields that
   * differ from what is stored, "whole" all.
   */
  readonly merges: "field" | "form" | "whole";
  /** Role that may edit it. */
  readonly role: "hq-admin" | "moderator";
  /** Few values for each field, so that two changes often meet, and sometimes agree. */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  /** Adds one. @returns its id */
  add(who: TestOperator): Promise<string>;
  show(who: TestOperator, id: string): Promise<Seen>;
  save(who: TestOperator, id: string, seen: Seen, changes: Values): Promise<Answer>;
};

const texts = ["清晨", "午后", "傍晚"] as const;
const faq = (question: string) => ({ kind: "faq" as const, items: [{ question, answer: "能" }] });
const questionOf = (blocks: readonly unknown[]): unknown =>
  (blocks[0] as ReturnType<typeof faq> | undefined)?.items[0]?.question ?? "";

const activityEntity = (app: TestApp): Entity => ({
  merges: "field",
  role: "hq-admin",
  values: {
    title: texts,
    subtitle: texts,
    rules: texts,
    quota: [null, 50, 60],
    tags: [[], ["亲子"], ["露营"]],
  },
  add: () => testActivities(app).add(),
  async show(operator, activityId) {
    const { data } = await callAsOperator(app, operator, showActivityDraft, { activityId });
    return {
      values: { ...data.live, ...data.values },
      basedOn: data.revision,
      basedOnLive: data.liveRevision,
    };
  },
  save: (operator, activityId, { basedOn, basedOnLive = 0 }, changes) =>
    callAsOperator(app, operator, saveActivityDraft, { activityId, basedOn, basedOnLive, changes }),
});

const bannerEntity = (app: TestApp): Entity => ({
  merges: "field",
  role: "hq-admin",
  values: {
    title: texts,
    subtitle: texts,
    action: texts,
    tone: ["light", "dark"],
    link: ["/list", "/mall"],
  },
  add: async (operator) => (await testBanners(app).add(operator)).bannerId,
  async show(operator, bannerId) {
    const { banner } = (await callAsOperator(app, operator, showConsoleBanner, { bannerId })).data;
    return { values: banner, basedOn: banner.revision };
  },
  save: (operator, bannerId, { basedOn }, changes) =>
    callAsOperator(app, operator, saveBanner, { bannerId, basedOn, changes }),
});

const dealerEntity = (app: TestApp): Entity => ({
  merges: "field",
  role: "hq-admin",
  values: {
    name: ["青岚中心·东", "青岚中心·南", "青岚中心·西"],
    address: ["一路 1 号", "二路 2 号"],
    phone: ["021-55550001", "021-55550002"],
  },
  async add() {
    const [sample] = sampleDealers("7490");
    if (sample) await app.modules.organisations.add([sample]);
    return "7490";
  },
  async show(operator, dealerId) {
    const { fields, revision } = (await callAsOperator(app, operator, showConsoleDealer, { dealerId })).data;
    return { values: fields, basedOn: revision };
  },
  save: (operator, dealerId, { basedOn }, changes) =>
    callAsOperator(app, operator, saveConsoleDealer, { dealerId, basedOn, changes }),
});

const seriesEntity = (app: TestApp): Entity => ({
  merges: "field",
  role: "hq-admin",
  values: {
    seriesName: ["远山", "近海", "晨风"],
    imageUrl: ["https://img.example/a.webp", "https://img.example/b.webp"],
    isHidden: [true, false],
  },
  async add(operator) {
    const fields = { seriesName: "远山", imageUrl: "https://img.example/a.webp" };
    await callAsOperator(app, operator, addConsoleSeries, { seriesCode: "twosavers", ...fields });
    return "twosavers";
  },
  async show(operator, id) {
    const { series } = (await callAsOperator(app, operator, listConsoleSeries, {})).data;
    const one = series.find(({ seriesCode }) => seriesCode === id);
    return { values: one ?? {}, basedOn: one?.revision ?? -1 };
  },
  save: (operator, seriesCode, { basedOn }, changes) =>
    callAsOperator(app, operator, saveConsoleSeries, { seriesCode, basedOn, changes }),
});

const productEntity = (app: TestApp): Entity => ({
  merges: "field",
  role: "hq-admin",
  values: { title: texts, subtitle: texts, tags: [[], ["新品"], ["热卖"]] },
  async add() {
    const [sku] = await addSampleProduct(app.context.db, { stock: [5] });
    const productId = sku?.productId ?? "";
    // The sample's cover is no address that the console could save.
    await sql`update product set cover_url = '/media/cup.png' where product_id = ${productId}`.execute(
      app.context.db,
    );
    return productId;
  },
  async show(operator, productId) {
    const { fields, revision } = (await callAsOperator(app, operator, showMallProduct, { productId })).data;
    return { values: fields, basedOn: revision };
  },
  save: (operator, productId, { basedOn }, fields) =>
    callAsOperator(app, operator, saveMallProduct, { productId, basedOn, fields, skus: [] }),
});

const pageEntity = (app: TestApp): Entity => ({
  merges: "whole",
  role: "hq-admin",
  values: { blocks: texts },
  async add() {
    const activityId = "4400000000000900";
    const given = { activityId, processKey: "P900", activityType: "online" as const, blocks: [] };
    await testActivities(app).add(given);
    return activityId;
  },
  async show(operator, activityId) {
    const { blocks, version } = (await callAsOperator(app, operator, openPage, { activityId })).data;
    return { values: { blocks: questionOf(blocks) }, basedOn: version };
  },
  save: (operator, activityId, { basedOn }, { blocks }) =>
    callAsOperator(app, operator, savePage, { activityId, basedOn, blocks: [faq(String(blocks))] }),
});

const groupEntity = (app: TestApp): Entity => ({
  merges: "form",
  role: "moderator",
  values: { intro: texts, rules: texts, places: [40, 50, 60], joinMode: ["open", "approval"] },
  async add() {
    const club = testClub(app);
    const leader = await club.person();
    return club.group({ memberIds: [leader.memberId], name: "两人同改车友会" });
  },
  async show(operator, groupId) {
    const { group, intro, rules, cityCode, revision } = (
      await callAsOperator(app, operator, showClubGroup, { groupId })
    ).data;
    const { name, places, joinMode } = group;
    return { values: { name, intro, rules, cityCode, places, joinMode }, basedOn: revision };
  },
  save: (operator, groupId, { basedOn, values }, changes) =>
    callAsOperator(app, operator, editClubGroup, {
      ...({ seriesCodes: [], ...values, ...changes } as unknown as GroupFields),
      groupId,
      basedOn,
    }),
});

/** Things that have a revision, by their names (requirement CO86). */
export const editedEntities = {
  activity: activityEntity,
  banner: bannerEntity,
  dealer: dealerEntity,
  series: seriesEntity,
  product: productEntity,
  page: pageEntity,
  group: groupEntity,
} as const satisfies Record<string, (app: TestApp) => Entity>;
