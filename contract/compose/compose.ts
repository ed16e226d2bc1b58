import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { pageBlock } from "../blocks/blocks.ts";
import { id, moment, personName, staffLink } from "../core/fields.ts";

const path = "cop-marketing-activity/api/v1/compose";
const version = z.int("版本不正确").check(z.minimum(0, "版本不正确"), z.maximum(1_000_000_000, "版本不正确"));
/** As they are written; judged block by block (contract/blocks/blocks.ts), so that each fault has its place. */
const written = z.array(z.unknown(), "应为列表").check(z.maxLength(100, "最多 30 个内容块"));
/** By place, `blocks.2.items.0.question` for one, what is wrong there in the operator's words. */
const faults = z.record(z.string(), z.string());

const composition = z.object({
  activityId: id,
  title: z.string(),
  isPublished: z.boolean(),
  startTime: moment,
  endTime: moment,
  serverTime: moment,
  /** Of the link. */
  expiresTime: moment,
  /** The one on show; 0 until somebody has saved one. */
  version,
  blocks: z.array(pageBlock),
  /** Newest first, at most 50. `savedBy` null: as the page was before anybody saved it. */
  versions: z.array(
    z.object({ version, savedBy: z.nullable(z.string()), savedTime: moment, blockCount: z.int() }),
  ),
  /** Addresses of pictures that the maker's pages show, to choose from; at most 60. */
  pictures: z.array(z.string()),
  /** What the page will be from `publishTime` on; null where nothing is planned. */
  planned: z.nullable(
    z.object({
      /** Which planning it is. */
      revision: z.string(),
      publishTime: moment,
      plannedBy: z.string(),
      plannedTime: moment,
      /** The version on show when it was planned: a later one will be replaced too. */
      basedOn: version,
      blocks: z.array(pageBlock),
    }),
  ),
});
export type Composition = z.output<typeof composition>;

/** An online activity's composed page, for whoever has a link to compose it. */
export const openCompose = defineCall({
  name: "openCompose",
  method: "POST",
  base: "api",
  paths: [`${path}/open`],
  who: "anyone",
  args: z.object({ link: staffLink }),
  result: composition,
  refusals: ["notFound"],
});

/** How blocks would be stored and shown, without storing them: null for each that cannot be, and why. */
export const previewBlocks = defineCall({
  name: "previewBlocks",
  method: "POST",
  base: "api",
  paths: [`${path}/preview`],
  who: "anyone",
  args: z.object({ link: staffLink, blocks: written }),
  result: z.object({ blocks: z.array(z.nullable(pageBlock)), faults }),
  refusals: ["notFound"],
});
export type BlocksPreview = z.output<typeof previewBlocks.result>;

/**
 * Saves blocks as the next version, which people see from the answer on. Faults are 601 with a message
 * per place; 409 where another version was saved since `basedOn`.
 */
export const saveBlocks = defineCall({
  name: "saveBlocks",
  method: "POST",
  base: "api",
  paths: [path],
  who: "anyone",
  args: z.object({ link: staffLink, by: personName, basedOn: version, blocks: written }),
  result: composition,
  refusals: ["notFound", "conflict"],
});

/** How far ahead a page may be planned. */
export const planLimits = { daysMost: 90 } as const;
const revision = z.string("定时不正确").check(z.regex(/^\d{1,19}$/, "定时不正确"));

/**
 * Keeps blocks until a moment of the server's clock, and shows them from then on as the next version. A page
 * has one plan at most: `replaces` is the one that is given up for it, null where there is none. 601 with a
 * message per place, `publishTime` where that is over or more than `planLimits.daysMost` days away; 409 where
 * the page or its plan is another than `basedOn` and `replaces` say.
 */
export const planBlocks = defineCall({
  name: "planBlocks",
  method: "POST",
  base: "api",
  paths: [`${path}/plan`],
  who: "anyone",
  args: z.object({
    link: staffLink,
    by: personName,
    basedOn: version,
    replaces: z.nullable(revision),
    blocks: written,
    publishTime: z.iso.datetime({ offset: true, error: "请选择更新时间" }),
  }),
  result: composition,
  refusals: ["notFound", "conflict"],
});

/** Gives a plan up; the page stays as it is. 409 where it is this one no more: shown, cancelled or replaced. */
export const cancelPlan = defineCall({
  name: "cancelPlan",
  method: "POST",
  base: "api",
  paths: [`${path}/plan/cancel`],
  who: "anyone",
  args: z.object({ link: staffLink, revision }),
  result: composition,
  refusals: ["notFound", "conflict"],
});

/**
 * Takes a picture for a composed page: JPEG, PNG or WebP in the body, as `uploadPicture` does, decoded and
 * written anew; from then on anybody may see it. The link comes in header X-Staff-Link.
 */
export const addBlocksPicture = defineCall({
  name: "addBlocksPicture",
  method: "POST",
  base: "api",
  paths: [`${path}/pictures`],
  who: "anyone",
  body: "picture",
  args: z.object({}),
  result: z.object({
    /** For a block's picture. */
    url: z.string(),
    /** As kept, px. */
    width: z.int(),
    height: z.int(),
  }),
  refusals: ["notFound", "tooLarge", "unsupportedType"],
});

/** The blocks of a version, to go back to by saving them again. */
export const showBlocksVersion = defineCall({
  name: "showBlocksVersion",
  method: "POST",
  base: "api",
  paths: [`${path}/version`],
  who: "anyone",
  args: z.object({ link: staffLink, version }),
  result: z.object({ version, blocks: z.array(pageBlock) }),
  refusals: ["notFound"],
});
