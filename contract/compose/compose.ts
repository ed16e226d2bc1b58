import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { pageBlock } from "../blocks/blocks.ts";
import { id, timestamp, personName, staffLink } from "../core/fields.ts";

const path = "cop-marketing-activity/api/v1/compose";
const version = z.int("版本不正确").check(z.minimum(0, "版本不正确"), z.maximum(1_000_000_000, "版本不正确"));
/**
 * Blocks as written; validated block by block (contract/blocks/blocks.ts), so that each error has its place.
 */
const unparsedBlocks = z.array(z.unknown(), "应为列表").check(z.maxLength(100, "最多 30 个内容块"));
/** Validation messages by place, for example `blocks.2.items.0.question`. */
const blockErrors = z.record(z.string(), z.string());

/** A page with its versions and its plan. */
export const composition = z.object({
  activityId: id,
  title: z.string(),
  isPublished: z.boolean(),
  startTime: timestamp,
  endTime: timestamp,
  serverTime: timestamp,
  /** Expiry of the link. */
  expiresTime: timestamp,
  /** Version shown to visitors; 0 until a first one is saved. */
  version,
  blocks: z.array(pageBlock),
  /** Newest first, at most 50. `savedBy` null: the page before its first saved version. */
  versions: z.array(
    z.object({ version, savedBy: z.nullable(z.string()), savedTime: timestamp, blockCount: z.int() }),
  ),
  /** Addresses of pictures on the maker's pages, to choose from; at most 60. */
  pictures: z.array(z.string()),
  /** Content of the page from `publishTime` on; null without a plan. */
  planned: z.nullable(
    z.object({
      /** Revision of the plan. */
      revision: z.string(),
      publishTime: timestamp,
      plannedBy: z.string(),
      plannedTime: timestamp,
      /** Version shown when it was planned: the plan replaces later ones too. */
      basedOn: version,
      blocks: z.array(pageBlock),
    }),
  ),
});
/** A page as its editor has it; `expiresTime` null: an operator edits it without a link. */
export type Composition = Omit<z.output<typeof composition>, "expiresTime"> & {
  readonly expiresTime: string | null;
};

/** An online activity's composed page, for holders of a compose link. */
export const openCompose = defineCall({
  name: "openCompose",
  method: "POST",
  base: "api",
  paths: [`${path}/open`],
  audience: "anyone",
  args: z.object({ link: staffLink }),
  result: composition,
  refusals: ["notFound"],
});

/**
 * Blocks as they would be stored and shown, without storing them: null for each invalid one, with its errors.
 */
export const previewBlocks = defineCall({
  name: "previewBlocks",
  method: "POST",
  base: "api",
  paths: [`${path}/preview`],
  audience: "anyone",
  args: z.object({ link: staffLink, blocks: unparsedBlocks }),
  result: z.object({ blocks: z.array(z.nullable(pageBlock)), faults: blockErrors }),
  refusals: ["notFound"],
});
export type BlocksPreview = z.output<typeof previewBlocks.result>;

/**
 * Saves blocks as the next version, which is public at once. Validation errors are 601 with a message per
 * place; 409 if another version was saved since `basedOn`.
 */
export const saveBlocks = defineCall({
  name: "saveBlocks",
  method: "POST",
  base: "api",
  paths: [path],
  audience: "anyone",
  args: z.object({ link: staffLink, by: personName, basedOn: version, blocks: unparsedBlocks }),
  result: composition,
  refusals: ["notFound", "conflict"],
});

/** Maximum number of days that a page can be planned ahead. */
export const planLimits = { maxDays: 90 } as const;
const revision = z.string("定时不正确").check(z.regex(/^\d{1,19}$/, "定时不正确"));

/**
 * Stores blocks that become the next version at a time of the server's clock. A page has at most one plan:
 * `replaces` is the revision of the plan that this one replaces, null without one. 601 with a message per
 * place, for `publishTime` if it is past or more than `planLimits.maxDays` days away; 409 if the page or its
 * plan differ from `basedOn` and `replaces`.
 */
export const planBlocks = defineCall({
  name: "planBlocks",
  method: "POST",
  base: "api",
  paths: [`${path}/plan`],
  audience: "anyone",
  args: z.object({
    link: staffLink,
    by: personName,
    basedOn: version,
    replaces: z.nullable(revision),
    blocks: unparsedBlocks,
    publishTime: z.iso.datetime({ offset: true, error: "请选择更新时间" }),
  }),
  result: composition,
  refusals: ["notFound", "conflict"],
});

/**
 * Cancels a plan; the page does not change. 409 if this plan no longer exists: published, cancelled or
 * replaced.
 */
export const cancelPlan = defineCall({
  name: "cancelPlan",
  method: "POST",
  base: "api",
  paths: [`${path}/plan/cancel`],
  audience: "anyone",
  args: z.object({ link: staffLink, revision }),
  result: composition,
  refusals: ["notFound", "conflict"],
});

/**
 * Uploads a picture for a composed page: JPEG, PNG or WebP in the body, as in `uploadPicture`, decoded and
 * re-encoded; public at once. The link is sent in header X-Staff-Link.
 */
export const addBlocksPicture = defineCall({
  name: "addBlocksPicture",
  method: "POST",
  base: "api",
  paths: [`${path}/pictures`],
  audience: "anyone",
  body: "picture",
  args: z.object({}),
  result: z.object({
    /** Address for a block's picture. */
    url: z.string(),
    /** Size as stored, px. */
    width: z.int(),
    height: z.int(),
  }),
  refusals: ["notFound", "tooLarge", "unsupportedType"],
});

/** Blocks of an earlier version; it is restored by saving them again. */
export const showBlocksVersion = defineCall({
  name: "showBlocksVersion",
  method: "POST",
  base: "api",
  paths: [`${path}/version`],
  audience: "anyone",
  args: z.object({ link: staffLink, version }),
  result: z.object({ version, blocks: z.array(pageBlock) }),
  refusals: ["notFound"],
});
