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
import { accessRow, type AccessRow } from "./access-row.ts";

const TEST = "server/compose/console.routes.test.ts";
/** The generated things have no page; the test named shows scope and audit lines with an online activity. */
const read = { scope: "none", scopeShownIn: TEST } as const;
const write = { ...read, auditShownIn: TEST } as const;
const unknown = { activityId: "1" };

/** Access of the composer's calls. */
export const pageAccess: readonly AccessRow[] = [
  accessRow({ ...read, call: openPage, args: () => unknown }),
  accessRow({ ...read, call: previewPage, args: () => ({ ...unknown, blocks: [] }) }),
  accessRow({ ...read, call: showPageVersion, args: () => ({ ...unknown, version: 1 }) }),
  accessRow({ ...read, call: openPageQuestions, args: () => unknown }),
  accessRow({ ...read, call: listPageSources, args: () => ({ text: "" }) }),
  accessRow({ ...read, call: showPageSource, args: () => unknown }),
  accessRow({ ...write, call: savePage, args: () => ({ ...unknown, basedOn: 0, blocks: [] }) }),
  accessRow({
    ...write,
    call: planPage,
    args: () => ({
      ...unknown,
      basedOn: 0,
      replaces: null,
      blocks: [],
      publishTime: "2030-01-01T00:00:00+08:00",
    }),
  }),
  accessRow({ ...write, call: cancelPagePlan, args: () => ({ ...unknown, revision: "1" }) }),
  accessRow({
    ...write,
    call: savePageQuestions,
    args: () => ({ ...unknown, revision: "1", questions: [] }),
  }),
  accessRow({ ...write, call: issuePagePreview, args: () => unknown }),
  accessRow({ ...write, call: revokePagePreviews, args: () => unknown }),
];
