import {
  addConsoleSeries,
  listConsoleSeries,
  listSeriesVersions,
  orderConsoleSeries,
  saveConsoleSeries,
} from "#contract/console/basics/series.ts";
import type { ParsedOperatorArgs } from "#contract/console/operator-call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { lockSeriesOrder, placeSeries, putSeries, readLiveSeries } from "../../activity/index.ts";
import type { AppContext } from "../../core/app-context.ts";
import { writeAuditEntry } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { changedFields, entityVersions } from "../../database/shared-tables/entity-version-store.ts";
import { operatorAuditActor, requireScopes, type OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { judgeEntry, mergeChanges, presentVersions, type BasicsConsolePorts } from "./judge.ts";
import { basicsMessages as messages } from "./messages.ts";
import { listSeriesRows } from "./series-list-store.ts";

const unknownSeries = (): Refusal => new Refusal("notFound", { message: messages.unknownSeries });

/** Changes name, picture or visibility of a series, merged with what a colleague changed meanwhile. */
const saveSeries = (
  database: Database,
  caller: OperatorCaller,
  { seriesCode, basedOn, changes }: ParsedOperatorArgs<typeof saveConsoleSeries>,
  ports: BasicsConsolePorts,
  now: Date,
): Promise<{ revision: number; merged: string[]; mergedBy: string | null }> =>
  database.transaction().execute(async (db) => {
    const live = await readLiveSeries(db, seriesCode, { isLocked: true });
    if (live === null) throw unknownSeries();
    const entity = { kind: "series", id: seriesCode } as const;
    const { merged, mergedBy } = await mergeChanges(db, entity, live, { basedOn, changes }, ports);
    const wanted = { ...live.content, ...changes };
    const changed = changedFields(live.content, wanted);
    const result = { merged: [...merged], mergedBy };
    if (changed.length === 0) return { revision: live.revision, ...result };
    const { isHidden: _shown, ...fields } = wanted;
    const { isHidden = live.content.isHidden } = changes;
    const by = operatorAuditActor(caller);
    await putSeries(db, judgeEntry("series", { seriesCode, ...fields }), { by, now });
    if (isHidden !== live.content.isHidden) await placeSeries(db, seriesCode, { isHidden }, { by, now });
    await writeAuditEntry(db, {
      by,
      action: "series.change",
      about: { kind: "series", id: seriesCode },
      outcome: changed.join(", "),
      now,
    });
    const after = await readLiveSeries(db, seriesCode, { isLocked: false });
    return { revision: after?.revision ?? live.revision, ...result };
  });

/** Adds a series behind the others. @throws Refusal "invalid" */
const addSeries = (
  database: Database,
  caller: OperatorCaller,
  entry: ParsedOperatorArgs<typeof addConsoleSeries>,
  now: Date,
): Promise<void> =>
  database.transaction().execute(async (db) => {
    const codes = await lockSeriesOrder(db);
    const judged = judgeEntry("series", { ...entry, position: codes.length });
    if (codes.includes(judged.seriesCode))
      throw new Refusal("invalid", { fields: { seriesCode: messages.takenSeries } });
    const by = operatorAuditActor(caller);
    await putSeries(db, judged, { by, now });
    const about = { kind: "series", id: judged.seriesCode };
    await writeAuditEntry(db, { by, action: "series.add", about, outcome: "done", now });
  });

/** Puts all series in an order. @throws Refusal "listChanged" if there are others by then */
const orderSeries = (
  database: Database,
  caller: OperatorCaller,
  seriesCodes: readonly string[],
  now: Date,
): Promise<void> =>
  database.transaction().execute(async (db) => {
    const codes = await lockSeriesOrder(db);
    const isSame =
      new Set(seriesCodes).size === codes.length && codes.every((code) => seriesCodes.includes(code));
    if (!isSame || seriesCodes.length !== codes.length) throw new Refusal("listChanged");
    const by = operatorAuditActor(caller);
    for (const [position, code] of seriesCodes.entries())
      await placeSeries(db, code, { position }, { by, now });
    const about = { kind: "series", id: null };
    await writeAuditEntry(db, { by, action: "series.order", about, outcome: `${codes.length} series`, now });
  });

/** Registers the console's calls about series (requirements CO86, CO88). */
export function registerSeriesCalls(
  { db, clock }: AppContext,
  calls: OperatorRouter,
  ports: BasicsConsolePorts,
): void {
  const now = () => new Date(clock.now());
  calls.on(listConsoleSeries, async (_args, caller) => {
    requireScopes(caller, "dealer.read");
    const rows = await readForOperator(db, (reading) => listSeriesRows(reading, now()));
    return {
      series: rows.map((row) => ({
        seriesCode: row.series_code,
        seriesName: row.name,
        imageUrl: row.image_url,
        isHidden: row.is_hidden,
        revision: row.revision,
        activities: row.activities,
        changedTime: row.changed_time && toShanghaiIso(row.changed_time),
      })),
    };
  });
  calls.on(listSeriesVersions, async ({ seriesCode }, caller) => {
    requireScopes(caller, "dealer.read");
    const live = await readLiveSeries(db, seriesCode, { isLocked: false });
    if (live === null) throw unknownSeries();
    const versions = await entityVersions(db).listWithValues({ kind: "series", id: seriesCode }, null);
    return { versions: await presentVersions(versions, live.content, ports) };
  });
  calls.on(saveConsoleSeries, async (args, caller) => {
    requireScopes(caller, "series.write");
    const saved = await saveSeries(db, caller, args, ports, now());
    ports.invalidatePages();
    return saved;
  });
  calls.on(addConsoleSeries, async (args, caller) => {
    requireScopes(caller, "series.write");
    await addSeries(db, caller, args, now());
    ports.invalidatePages();
    return { seriesCode: args.seriesCode };
  });
  calls.on(orderConsoleSeries, async ({ seriesCodes }, caller) => {
    requireScopes(caller, "series.write");
    await orderSeries(db, caller, seriesCodes, now());
    ports.invalidatePages();
    return {};
  });
}
