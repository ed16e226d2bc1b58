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
import { DAY } from "#contract/core/date-text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { parseBlocks, parseBlocksForPreview, PREVIEW_DAYS, previewLinks } from "../activity/index.ts";
import type { AppContext } from "../core/app-context.ts";
import { entityVersions } from "../database/shared-tables/entity-version-store.ts";
import { activityInScope, ownActivityInScope } from "../database/statements/operator-scope.ts";
import {
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../http/console/operator.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import { readForOperator } from "../http/console/read-for-operator.ts";
import { operatorPageStore } from "./console-store.ts";
import { composeMessages } from "./messages.ts";
import { publishTimeOf } from "./plan-routes.ts";
import { planStore } from "./plan-store.ts";
import { presentQuestions, storedQuestions } from "./question-routes.ts";
import { formQuestionStore } from "./question-store.ts";
import type { createDescriber } from "./routes.ts";
import type { ComposeStore, EditedRow } from "./store.ts";

/** Dependencies of the composer in the console. */
export type PageConsolePorts = {
  /** Names of operators by id. */
  operatorNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
};
type PagePorts = PageConsolePorts & {
  readonly pages: ComposeStore;
  readonly describe: ReturnType<typeof createDescriber>;
  invalidatePages(): void;
};
type Context = Pick<AppContext, "db" | "clock" | "origin">;
const RIGHT = "page.write";

/** Creates the functions that find and describe an operator's page, and refuse what somebody else changed. */
function pageHelpers({ db, clock }: Context, { describe, operatorNames }: PagePorts) {
  const store = operatorPageStore(db);
  const pageOf = async (caller: OperatorCaller, activityId: string): Promise<EditedRow> => {
    const row = await store.openOwn(activityId, ownActivityInScope(requireScopes(caller, RIGHT), "a"));
    if (row === null) throw new Refusal("notFound", { message: composeMessages.noPage });
    return row;
  };
  return {
    pageOf,
    present: async (row: EditedRow) => ({ ...(await describe(row)), expiresTime: null }),
    /** The refusal of a change by the last version of the activity: by whom and when. */
    async changedMeanwhile(activityId: string, field: string, message: string): Promise<Refusal> {
      const [last] = await entityVersions(db).list({ kind: "activity", id: activityId }, null);
      const id = last?.author_kind === "operator" && last.door === "console" ? last.author_id : null;
      const by = id === null ? null : ((await operatorNames([id])).get(id) ?? null);
      const at = toShanghaiIso(last?.at_time ?? clock.now());
      return new Refusal("editConflict", { message, data: { by, at, fields: [field] } });
    },
  };
}

function pageCalls(context: Context, calls: OperatorRouter, ports: PagePorts): void {
  const { db, clock } = context;
  const { pages, invalidatePages } = ports;
  const { pageOf, present, changedMeanwhile } = pageHelpers(context, ports);
  calls.on(openPage, async ({ activityId }, caller) => present(await pageOf(caller, activityId)));
  calls.on(previewPage, async ({ activityId, blocks }, caller) => {
    await pageOf(caller, activityId);
    return parseBlocksForPreview(blocks);
  });
  calls.on(savePage, async ({ activityId, basedOn, blocks }, caller) => {
    await pageOf(caller, activityId);
    const version = {
      activityId,
      basedOn,
      blocks: parseBlocks(blocks),
      by: requireOperator(caller).name,
      actor: operatorAuditActor(caller),
      now: new Date(clock.now()),
    };
    if ((await pages.save(version, { isGuarded: true })) === null)
      throw await changedMeanwhile(activityId, "blocks", composeMessages.savedMeanwhile);
    invalidatePages();
    return present(await pageOf(caller, activityId));
  });
  calls.on(showPageVersion, async ({ activityId, version }, caller) => {
    await pageOf(caller, activityId);
    const blocks = await pages.version(activityId, version);
    if (blocks === null) throw new Refusal("notFound", { message: composeMessages.unknownVersion });
    return { version, blocks };
  });
  const plans = planStore(db);
  calls.on(planPage, async ({ activityId, blocks, publishTime, ...plan }, caller) => {
    await pageOf(caller, activityId);
    const isPlanned = await plans.put({
      ...plan,
      activityId,
      blocks: parseBlocks(blocks),
      by: requireOperator(caller).name,
      publishTime: publishTimeOf(publishTime, clock.now()),
      actor: operatorAuditActor(caller),
      now: new Date(clock.now()),
    });
    if (!isPlanned) throw await changedMeanwhile(activityId, "blocks", composeMessages.plannedMeanwhile);
    return present(await pageOf(caller, activityId));
  });
  calls.on(cancelPagePlan, async ({ activityId, revision }, caller) => {
    await pageOf(caller, activityId);
    const actor = operatorAuditActor(caller);
    if (!(await plans.cancel({ activityId, revision, actor, now: new Date(clock.now()) })))
      throw await changedMeanwhile(activityId, "blocks", composeMessages.planGone);
    return present(await pageOf(caller, activityId));
  });
}

function questionCalls(context: Context, calls: OperatorRouter, ports: PagePorts): void {
  const { pageOf, changedMeanwhile } = pageHelpers(context, ports);
  const store = formQuestionStore(context.db);
  calls.on(openPageQuestions, async ({ activityId }, caller) => {
    await pageOf(caller, activityId);
    return presentQuestions(await store.read(activityId));
  });
  calls.on(savePageQuestions, async ({ activityId, revision, questions }, caller) => {
    const { page_type } = await pageOf(caller, activityId);
    const saved = await store.replace({
      activityId,
      revision,
      questions: storedQuestions(questions, page_type),
      by: requireOperator(caller).name,
      actor: operatorAuditActor(caller),
      now: new Date(context.clock.now()),
    });
    if (saved === null) throw await changedMeanwhile(activityId, "form", composeMessages.questionsMeanwhile);
    ports.invalidatePages();
    return presentQuestions(saved);
  });
}

function sourceCalls(context: Context, calls: OperatorRouter, ports: PagePorts): void {
  const { db, clock, origin } = context;
  const { pageOf } = pageHelpers(context, ports);
  calls.on(listPageSources, async ({ text }, caller) => {
    const isAllowed = activityInScope(requireScopes(caller, RIGHT), "a");
    const rows = await readForOperator(db, (reading) => operatorPageStore(reading).sources(text, isAllowed));
    return {
      sources: rows.map(({ activity_id, title, start_time, end_time }) => ({
        activityId: activity_id,
        title,
        startTime: toShanghaiIso(start_time),
        endTime: toShanghaiIso(end_time),
      })),
    };
  });
  calls.on(showPageSource, async ({ activityId }, caller) => {
    const isAllowed = activityInScope(requireScopes(caller, RIGHT), "a");
    const row = await operatorPageStore(db).openOwn(activityId, isAllowed);
    if (row === null) throw new Refusal("notFound", { message: composeMessages.noPage });
    return { blocks: row.blocks };
  });
  const linksOf = (caller: OperatorCaller) => previewLinks({ db, clock, by: operatorAuditActor(caller) });
  calls.on(issuePagePreview, async ({ activityId }, caller) => {
    await pageOf(caller, activityId);
    const preview = await linksOf(caller).add(activityId, PREVIEW_DAYS);
    if (preview === null) throw new Refusal("notFound");
    return {
      url: origin() + preview.path,
      expiresTime: toShanghaiIso(clock.now() + PREVIEW_DAYS * DAY),
    };
  });
  calls.on(revokePagePreviews, async ({ activityId }, caller) => {
    await pageOf(caller, activityId);
    return { revoked: await linksOf(caller).revokeAll(activityId) };
  });
}

/** Registers the composer of the console (requirement CO70). */
export function registerPageConsoleCalls(context: Context, calls: OperatorRouter, ports: PagePorts): void {
  pageCalls(context, calls, ports);
  questionCalls(context, calls, ports);
  sourceCalls(context, calls, ports);
}
