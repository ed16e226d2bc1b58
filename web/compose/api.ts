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

/** Creates an address that shows the saved page before it is published. @throws Refusal */
export const issuePreview = (link: string): Promise<PreviewLink> => send(createPreviewLink, { link });
/** Revokes all such addresses. @throws Refusal */
export const revokePreviews = (link: string): Promise<{ revoked: number }> =>
  send(revokePreviewLinks, { link });

/** Loads the page of a staff link. @throws Refusal */
export const loadComposition = (link: string): Promise<Composition> => send(openCompose, { link }, quiet);
/** Sanitises and validates blocks as saving would. @throws Refusal */
export const preview = (link: string, blocks: readonly BlockDraft[]): Promise<BlocksPreview> =>
  send(previewBlocks, { link, blocks: [...blocks] }, quiet);
/** Saves blocks as the next version. @throws Refusal "invalid" with fields, "conflict" */
export const save = (
  link: string,
  { by, basedOn, blocks }: { by: string; basedOn: number; blocks: readonly BlockDraft[] },
): Promise<Composition> => send(saveBlocks, { link, by, basedOn, blocks: [...blocks] }, quiet);
/** Plans blocks for a set time, ISO 8601 with offset. @throws Refusal "invalid" with fields, "conflict" */
export const setPlan = (
  link: string,
  plan: {
    by: string;
    basedOn: number;
    replaces: string | null;
    blocks: readonly BlockDraft[];
    publishTime: string;
  },
): Promise<Composition> => send(planBlocks, { link, ...plan, blocks: [...plan.blocks] }, quiet);
/** Cancels a plan. @throws Refusal "conflict" */
export const withdrawPlan = (link: string, revision: string): Promise<Composition> =>
  send(cancelPlan, { link, revision }, quiet);
/** Loads the blocks of an earlier version. @throws Refusal */
export const loadVersion = async (link: string, version: number): Promise<readonly BlockDraft[]> =>
  (await send(showBlocksVersion, { link, version }, quiet)).blocks;
/** Loads the questions that the activity adds to its form. @throws Refusal */
export const loadFormQuestions = (link: string): Promise<FormQuestionSet> =>
  send(openQuestions, { link }, quiet);
/** Replaces the questions. @throws Refusal "invalid" with fields, "conflict" */
export const saveFormQuestions = (
  link: string,
  { by, revision, questions }: { by: string; revision: string; questions: readonly FormField[] },
): Promise<FormQuestionSet> => send(saveQuestions, { link, by, revision, questions: [...questions] }, quiet);
/** Finds up to 50 published online campaigns by a keyword; "" finds all. @throws Refusal */
export const findCampaigns = async (keyword: string): Promise<readonly Activity[]> =>
  (await send(listNearby, { activityType: "online", size: 50, ...(keyword && { keyword }) }, quiet)).list;
/** Loads the published blocks of a campaign. @throws Refusal "notFound" */
export const loadCampaignBlocks = async (activityId: string): Promise<readonly BlockDraft[]> =>
  (await send(showNearby, { id: activityId }, quiet)).blocks;
