import {
  cancelPagePlan,
  issuePagePreview,
  listPageSources,
  openPage,
  openPageQuestions,
  planPage,
  previewPage,
  revokePagePreviews,
  savePage,
  savePageQuestions,
  showPageSource,
  showPageVersion,
} from "#contract/console/content/pages.ts";
import type { ComposedPage } from "../../../compose/api.ts";
import { send } from "../../shell/index.ts";

/** The calls of a page by the operator's session. @param by the operator's name */
export const pageByOperator = (activityId: string, by: string): ComposedPage => ({
  by,
  hasPageLink: false,
  issuePreview: () => send(issuePagePreview, { activityId }),
  revokePreviews: () => send(revokePagePreviews, { activityId }),
  load: () => send(openPage, { activityId }),
  preview: (blocks) => send(previewPage, { activityId, blocks: [...blocks] }),
  save: ({ basedOn, blocks }) => send(savePage, { activityId, basedOn, blocks: [...blocks] }),
  setPlan: (plan) => send(planPage, { activityId, ...plan, blocks: [...plan.blocks] }),
  withdrawPlan: (revision) => send(cancelPagePlan, { activityId, revision }),
  loadVersion: async (version) => (await send(showPageVersion, { activityId, version })).blocks,
  loadQuestions: () => send(openPageQuestions, { activityId }),
  saveQuestions: ({ revision, questions }) =>
    send(savePageQuestions, { activityId, revision, questions: [...questions] }),
  findSources: async (text) => (await send(listPageSources, { text })).sources,
  loadSource: async (sourceId) => (await send(showPageSource, { activityId: sourceId })).blocks,
});
