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
import { openQuestions, saveQuestions, type FormQuestionSet } from "#contract/compose/questions.ts";
import { listNearby, showNearby, type Activity, type FormField } from "#contract/activity/activity.ts";
import { send } from "../platform/http/send.ts";
import type { BlockDraft } from "./editor/block-fields.ts";

const quiet = { isSilent: true } as const;

/** The page that a link is for. @throws Refusal */
export const loadComposition = (link: string): Promise<Composition> => send(openCompose, { link }, quiet);
/** How blocks would be shown, and what is wrong with them. @throws Refusal */
export const preview = (link: string, blocks: readonly BlockDraft[]): Promise<BlocksPreview> =>
  send(previewBlocks, { link, blocks: [...blocks] }, quiet);
/** Saves blocks as the next version. @throws Refusal "invalid" with its places, "conflict" */
export const save = (
  link: string,
  { by, basedOn, blocks }: { by: string; basedOn: number; blocks: readonly BlockDraft[] },
): Promise<Composition> => send(saveBlocks, { link, by, basedOn, blocks: [...blocks] }, quiet);
/** Lets blocks be shown from a moment on. @throws Refusal "invalid" with its places, "conflict" */
export const setPlan = (
  link: string,
  wish: {
    by: string;
    basedOn: number;
    replaces: string | null;
    blocks: readonly BlockDraft[];
    publishTime: string;
  },
): Promise<Composition> => send(planBlocks, { link, ...wish, blocks: [...wish.blocks] }, quiet);
/** Gives a plan up. @throws Refusal "conflict" */
export const withdrawPlan = (link: string, revision: string): Promise<Composition> =>
  send(cancelPlan, { link, revision }, quiet);
/** An earlier version's blocks. @throws Refusal */
export const loadVersion = async (link: string, version: number): Promise<readonly BlockDraft[]> =>
  (await send(showBlocksVersion, { link, version }, quiet)).blocks;
/** The own questions of the activity's form. @throws Refusal */
export const loadFormQuestions = (link: string): Promise<FormQuestionSet> =>
  send(openQuestions, { link }, quiet);
/** Puts others in their place. @throws Refusal "invalid" with its places, "conflict" */
export const saveFormQuestions = (
  link: string,
  { by, revision, questions }: { by: string; revision: string; questions: readonly FormField[] },
): Promise<FormQuestionSet> => send(saveQuestions, { link, by, revision, questions: [...questions] }, quiet);
/** Online campaigns that everybody sees, at most 50, those with a word in them; all without one. @throws Refusal */
export const findCampaigns = async (keyword: string): Promise<readonly Activity[]> =>
  (await send(listNearby, { activityType: "online", size: 50, ...(keyword && { keyword }) }, quiet)).list;
/** What a campaign's page is composed of, as everybody sees it. @throws Refusal notFound */
export const loadCampaignBlocks = async (activityId: string): Promise<readonly BlockDraft[]> =>
  (await send(showNearby, { id: activityId }, quiet)).blocks;
