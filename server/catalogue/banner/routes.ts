import {
  bannerFieldLabels,
  createBanner,
  endBanner,
  listBannerTargets,
  listBannerVersions,
  listConsoleBanners,
  moveBanner,
  removeBanner,
  restoreBanner,
  saveBanner,
  showConsoleBanner,
  type BannerVersion,
  type ConsoleBanner,
} from "#contract/console/content/banners.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import {
  deleteBanner,
  endShownBanner,
  notifyWindows,
  placeBanner,
  readBanner,
} from "../../activity/index.ts";
import type { AppContext } from "../../core/app-context.ts";
import { entityVersions } from "../../database/shared-tables/entity-version-store.ts";
import { listQuery } from "../../http/console/list-query.ts";
import { operatorAuditActor, requireScopes, type OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { editConflict } from "../console/conflicts.ts";
import type { ActivityConsolePorts } from "../console/ports.ts";
import { bannerColumns, bannerListStore } from "./list-store.ts";
import { bannerMessages } from "./messages.ts";
import { bannerAuthorOf, presentBanner } from "./present.ts";
import {
  addBanner,
  bannerUnknown,
  changeBanner,
  requireOwnBanner,
  restoreFields,
  writeLine,
  type OthersChange,
} from "./save.ts";

/** Interval in which each process looks for windows that begin or end; with the invalidation within 1 s, ms. */
const ROUND = 400;
const PAGE = 50;
const RIGHT = "banner.write";
const changed = (message: string): Refusal => new Refusal("stateChanged", { message });
/** Fields in the order of the form; the database keeps another one. */
const inOrder = (fields: readonly string[]): string[] =>
  Object.keys(bannerFieldLabels).filter((name) => fields.includes(name));
type Context = Pick<AppContext, "db" | "clock" | "tasks">;

/** Registers the calls of banners, and starts to notify of windows. @returns a handle that stops it */
export function bannerRoutes(
  context: Context,
  calls: OperatorRouter,
  ports: ActivityConsolePorts,
): { stop(): void } {
  readRoutes(context, calls, ports);
  editRoutes(context, calls, ports);
  actRoutes(context, calls, ports);
  const { db, clock, tasks } = context;
  return tasks.schedule("banner.windows", ROUND, async () => {
    if (await notifyWindows(db, new Date(clock.now()))) ports.invalidatePages();
  });
}

/** Creates the function that describes a banner after a write. */
const createShower =
  ({ db, clock }: Context, ports: ActivityConsolePorts) =>
  async (caller: OperatorCaller, bannerId: string): Promise<ConsoleBanner> => {
    const scope = { scopes: requireScopes(caller, RIGHT), now: new Date(clock.now()) };
    const row = await bannerListStore(db).find(bannerId, scope);
    if (row === null) throw bannerUnknown();
    const author = bannerAuthorOf(row);
    return presentBanner(row, await ports.operatorNames(author === null ? [] : [author]));
  };

function readRoutes(context: Context, calls: OperatorRouter, ports: ActivityConsolePorts): void {
  const { db, clock } = context;
  const show = createShower(context, ports);
  calls.on(listConsoleBanners, async (args, caller) => {
    const scopes = requireScopes(caller, RIGHT);
    const page = listQuery(args, bannerColumns, clock.now());
    const query = { filter: args.filter, scopes, now: new Date(clock.now()) };
    const { rows, count } = await readForOperator(db, async (reading) => {
      const store = bannerListStore(reading);
      return { rows: await store.list(query, page), count: await store.count(query) };
    });
    const names = await ports.operatorNames([...new Set(rows.flatMap((row) => bannerAuthorOf(row) ?? []))]);
    return page.toPage(rows, count, (row) => presentBanner(row, names));
  });
  calls.on(showConsoleBanner, async ({ bannerId }, caller) => ({ banner: await show(caller, bannerId) }));
  calls.on(listBannerTargets, async ({ text }, caller) => ({
    targets: await readForOperator(db, (reading) =>
      bannerListStore(reading).targets(text, requireScopes(caller, RIGHT), new Date(clock.now())),
    ),
  }));
  calls.on(listBannerVersions, async ({ bannerId, before }, caller) => {
    await show(caller, bannerId);
    const found = await entityVersions(db).listWithValues({ kind: "banner", id: bannerId }, before ?? null);
    const rows = found.slice(0, PAGE);
    const authors = rows.flatMap(({ author_kind, author_id }) =>
      author_kind === "operator" && author_id !== null ? [author_id] : [],
    );
    const names = await ports.operatorNames([...new Set(authors)]);
    const versions = rows.map((row): BannerVersion => ({
      revision: row.revision,
      by: names.get(row.author_id ?? "") ?? null,
      door: row.door,
      time: toShanghaiIso(row.at_time),
      changes: inOrder(row.fields).map((field) => ({
        field,
        before: row.old_values[field] ?? null,
        after: row.content[field] ?? null,
      })),
    }));
    return { versions, next: found.length > PAGE ? (rows.at(-1)?.revision ?? null) : null };
  });
}

function editRoutes(context: Context, calls: OperatorRouter, ports: ActivityConsolePorts): void {
  const { db, clock } = context;
  const show = createShower(context, ports);
  const nameOf = async (id: string | null): Promise<string | null> =>
    id === null ? null : ((await ports.operatorNames([id])).get(id) ?? null);
  const refuse = async ({ by, at, fields }: OthersChange): Promise<Refusal> =>
    editConflict(inOrder(fields), { by: await nameOf(by), at });
  calls.on(createBanner, async (fields, caller) => {
    const bannerId = await addBanner(db, caller, fields, new Date(clock.now()));
    ports.invalidatePages();
    return { banner: await show(caller, bannerId) };
  });
  calls.on(saveBanner, async ({ bannerId, basedOn, changes }, caller) => {
    const { conflict, merged } = await changeBanner(
      db,
      caller,
      { bannerId, basedOn, changes: changes as Parameters<typeof changeBanner>[2]["changes"] },
      new Date(clock.now()),
    );
    if (conflict !== null) throw await refuse(conflict);
    ports.invalidatePages();
    return {
      banner: await show(caller, bannerId),
      merged: merged && { by: await nameOf(merged.by), fields: [...merged.fields] },
    };
  });
  calls.on(restoreBanner, async (args, caller) => {
    const conflict = await restoreFields(db, caller, args, new Date(clock.now()));
    if (conflict !== null) throw await refuse(conflict);
    ports.invalidatePages();
    return { banner: await show(caller, args.bannerId) };
  });
}

function actRoutes(context: Context, calls: OperatorRouter, ports: ActivityConsolePorts): void {
  const { db, clock } = context;
  const show = createShower(context, ports);
  calls.on(moveBanner, async ({ bannerId, ...where }, caller) => {
    const now = new Date(clock.now());
    const place = await db.transaction().execute(async (transaction) => {
      await requireOwnBanner(transaction, caller, bannerId);
      const live = await readBanner(transaction, bannerId, { isLocked: false });
      const at = live && (await placeBanner(transaction, live, where));
      if (at === null) throw changed(bannerMessages.otherGone);
      const line = { bannerId, action: "banner.order", outcome: `place ${at + 1}` } as const;
      await writeLine(transaction, caller, line, now);
      return at;
    });
    ports.invalidatePages();
    return { place };
  });
  calls.on(endBanner, async ({ bannerId }, caller) => {
    const now = new Date(clock.now());
    await db.transaction().execute(async (transaction) => {
      await requireOwnBanner(transaction, caller, bannerId);
      const change = { bannerId, by: operatorAuditActor(caller), now };
      if (!(await endShownBanner(transaction, change))) throw changed(bannerMessages.notLive);
      await writeLine(transaction, caller, { bannerId, action: "banner.end", outcome: "done" }, now);
    });
    ports.invalidatePages();
    return { banner: await show(caller, bannerId) };
  });
  calls.on(removeBanner, async ({ bannerId }, caller) => {
    const now = new Date(clock.now());
    await db.transaction().execute(async (transaction) => {
      await readBanner(transaction, bannerId, { isLocked: true });
      await requireOwnBanner(transaction, caller, bannerId);
      const scope = { scopes: requireScopes(caller, RIGHT), now };
      const row = await bannerListStore(transaction).find(bannerId, scope);
      if (row?.state === "live") throw changed(bannerMessages.isLive);
      await deleteBanner(transaction, bannerId);
      await writeLine(transaction, caller, { bannerId, action: "banner.remove", outcome: "done" }, now);
    });
    return { removed: true };
  });
}
