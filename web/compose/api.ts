import {
  cancelPlan,
  openCompose,
  planBlocks,
  previewBlocks,
  saveBlocks,
  showBlocksVersion,
  type BlocksPreview,
  type Composition,
} from "#contract/compose/compose.ts";
import { createPreviewLink, revokePreviewLinks, type PreviewLink } from "#contract/compose/preview-link.ts";
import { openQuestions, saveQuestions, type FormQuestionSet } from "#contract/compose/questions.ts";
import { listNearby, showNearby, type Activity, type FormField } from "#contract/activity/activity.ts";
import { send } from "../platform/http/send.ts";
import type { BlockDraft } from "./editor/block-fields.ts";

const quiet = { isSilent: true } as const;
type Blocks = readonly BlockDraft[];
/** A page that blocks can be copied from. */
export type CopySource = Pick<Activity, "activityId" | "title" | "startTime" | "endTime">;

/** Calls about one page, by a staff link or by an operator's session. Each throws a Refusal. */
export type ComposedPage = {
  /** Name under which it is saved. */
  readonly by: string;
  /** The public page is in the same application as the editor. */
  readonly hasPageLink: boolean;
  /** Creates an address that shows the saved page before it is published. */
  issuePreview(): Promise<PreviewLink>;
  /** Revokes all such addresses. */
  revokePreviews(): Promise<{ revoked: number }>;
  load(): Promise<Composition>;
  /** Sanitises and validates blocks as saving would. */
  preview(blocks: Blocks): Promise<BlocksPreview>;
  /** Saves blocks as the next version; refused "invalid" with fields, "conflict" or "editConflict". */
  save(version: { basedOn: number; blocks: Blocks }): Promise<Composition>;
  /** Plans blocks for a set time, ISO 8601 with offset; refused as `save`. */
  setPlan(plan: {
    basedOn: number;
    replaces: string | null;
    blocks: Blocks;
    publishTime: string;
  }): Promise<Composition>;
  withdrawPlan(revision: string): Promise<Composition>;
  /** Loads the blocks of an earlier version. */
  loadVersion(version: number): Promise<Blocks>;
  /** Loads the questions that the activity adds to its form. */
  loadQuestions(): Promise<FormQuestionSet>;
  saveQuestions(saving: { revision: string; questions: readonly FormField[] }): Promise<FormQuestionSet>;
  /** Finds up to 50 pages to copy from by a keyword; "" finds all. */
  findSources(keyword: string): Promise<readonly CopySource[]>;
  loadSource(activityId: string): Promise<Blocks>;
};

/** The page of a staff link. @param by the name that the holder entered */
export const linkedPage = (link: string, by: string): ComposedPage => ({
  by,
  hasPageLink: true,
  issuePreview: () => send(createPreviewLink, { link }),
  revokePreviews: () => send(revokePreviewLinks, { link }),
  load: () => send(openCompose, { link }, quiet),
  preview: (blocks) => send(previewBlocks, { link, blocks: [...blocks] }, quiet),
  save: ({ basedOn, blocks }) => send(saveBlocks, { link, by, basedOn, blocks: [...blocks] }, quiet),
  setPlan: (plan) => send(planBlocks, { link, by, ...plan, blocks: [...plan.blocks] }, quiet),
  withdrawPlan: (revision) => send(cancelPlan, { link, revision }, quiet),
  loadVersion: async (version) => (await send(showBlocksVersion, { link, version }, quiet)).blocks,
  loadQuestions: () => send(openQuestions, { link }, quiet),
  saveQuestions: ({ revision, questions }) =>
    send(saveQuestions, { link, by, revision, questions: [...questions] }, quiet),
  findSources: async (keyword) =>
    (await send(listNearby, { activityType: "online", size: 50, ...(keyword && { keyword }) }, quiet)).list,
  loadSource: async (activityId) => (await send(showNearby, { id: activityId }, quiet)).blocks,
});
