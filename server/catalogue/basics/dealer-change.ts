import { dealerFieldNames, type DealerFields } from "#contract/console/basics/dealers.ts";
import type { ParsedOperatorArgs } from "#contract/console/operator-call.ts";
import type {
  addConsoleDealer,
  disableConsoleDealer,
  restoreDealerVersion,
  saveConsoleDealer,
} from "#contract/console/basics/dealers.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { writeAuditEntry, type AuditAction } from "../../database/shared-tables/audit-log.ts";
import {
  changedFields,
  entityVersions,
  type EntityContent,
} from "../../database/shared-tables/entity-version-store.ts";
import { operatorAuditActor, requireScopes, type OperatorCaller } from "../../http/console/operator.ts";
import {
  putOrganisation,
  readLiveDealer,
  setDealerDisabled,
  type LiveDealer,
} from "../../organisation/index.ts";
import { isDealerInScope } from "./dealer-list-store.ts";
import { judgeEntry, mergeChanges, wordFaults, type BasicsConsolePorts } from "./judge.ts";
import { basicsMessages as messages } from "./messages.ts";

type Names = Pick<BasicsConsolePorts, "operatorNames">;
export const unknownDealer = (): Refusal => new Refusal("notFound", { message: messages.unknownDealer });

/** Fields of a content that are edited; `isDisabled` is none of them. */
const fieldsOf = (content: EntityContent): DealerFields =>
  Object.fromEntries(dealerFieldNames.map((name) => [name, content[name]])) as DealerFields;

/** Locks a dealer in the caller's scope. @throws Refusal "notFound" */
async function lockOwnDealer(db: Database, caller: OperatorCaller, dealerId: string): Promise<LiveDealer> {
  const live = await readLiveDealer(db, dealerId, { isLocked: true });
  if (live === null || !(await isDealerInScope(db, requireScopes(caller, "dealer.write"), dealerId)))
    throw unknownDealer();
  return live;
}

/** Judges fields by the rules of the catalogue file, and that the city is of the province. @throws Refusal "invalid" */
function judgeDealer(dealerId: string, fields: DealerFields): Organisation {
  const judged = judgeEntry("dealers", { id: dealerId, ...fields });
  if (judged.cityCode.slice(0, 2) !== judged.provinceCode.slice(0, 2))
    throw new Refusal("invalid", { fields: { cityCode: messages.cityOfOtherProvince } });
  return judged;
}

/** Writes a judged dealer with its audit entry. @throws Refusal "invalid" for a code that another has, or a region out of scope */
async function writeDealer(
  db: Database,
  caller: OperatorCaller,
  dealer: Organisation,
  { action, now }: { readonly action: AuditAction; readonly now: Date },
): Promise<number> {
  const by = operatorAuditActor(caller);
  const { conflicts, columns } = await putOrganisation(db, dealer, { by, now });
  if (Object.keys(conflicts).length > 0) throw new Refusal("invalid", { fields: wordFaults(conflicts) });
  // Nobody gives a dealer to a region outside of their scope.
  if (!(await isDealerInScope(db, requireScopes(caller, "dealer.write"), dealer.id)))
    throw new Refusal("invalid", { fields: { provinceCode: messages.region } });
  await writeAuditEntry(db, {
    by,
    action,
    about: { kind: "dealer", id: dealer.id },
    outcome: action === "dealer.add" ? "done" : columns.join(", ") || "done",
    now,
  });
  return (await readLiveDealer(db, dealer.id, { isLocked: false }))?.revision ?? 0;
}

/** Changes fields of a dealer, merged with what a colleague changed meanwhile (requirements CO86, CO88). */
export const saveDealer = (
  database: Database,
  caller: OperatorCaller,
  { dealerId, basedOn, changes }: ParsedOperatorArgs<typeof saveConsoleDealer>,
  ports: Names,
  now: Date,
): Promise<{ revision: number; merged: string[]; mergedBy: string | null }> =>
  database.transaction().execute(async (db) => {
    const live = await lockOwnDealer(db, caller, dealerId);
    const entity = { kind: "dealer", id: dealerId } as const;
    const { wanted, merged, mergedBy } = await mergeChanges(db, entity, live, { basedOn, changes }, ports);
    const result = { merged: [...merged], mergedBy };
    if (changedFields(live.content, wanted).length === 0) return { revision: live.revision, ...result };
    const dealer = judgeDealer(dealerId, fieldsOf(wanted));
    return { revision: await writeDealer(db, caller, dealer, { action: "dealer.change", now }), ...result };
  });

/** Adds a dealer. @returns its id */
export const addDealer = (
  database: Database,
  caller: OperatorCaller,
  { fields }: ParsedOperatorArgs<typeof addConsoleDealer>,
  now: Date,
): Promise<string> =>
  database.transaction().execute(async (db) => {
    const dealer = judgeDealer(newId(), fields);
    await writeDealer(db, caller, dealer, { action: "dealer.add", now });
    return dealer.id;
  });

/** Disables a dealer or enables it again. @throws Refusal "stateChanged" if it is so already */
export const disableDealer = (
  database: Database,
  caller: OperatorCaller,
  { dealerId, isDisabled }: ParsedOperatorArgs<typeof disableConsoleDealer>,
  now: Date,
): Promise<number> =>
  database.transaction().execute(async (db) => {
    const live = await lockOwnDealer(db, caller, dealerId);
    if (live.content.isDisabled === isDisabled)
      throw new Refusal("stateChanged", {
        message: isDisabled ? messages.alreadyDisabled : messages.alreadyEnabled,
      });
    const by = operatorAuditActor(caller);
    await setDealerDisabled(db, dealerId, isDisabled, { by, now });
    const action = isDisabled ? "dealer.disable" : "dealer.enable";
    await writeAuditEntry(db, { by, action, about: { kind: "dealer", id: dealerId }, outcome: "done", now });
    return live.revision + 1;
  });

/** Puts an earlier content back as a new version, judged by today's rules (requirement CO88). */
export const restoreDealer = (
  database: Database,
  caller: OperatorCaller,
  { dealerId, revision, basedOn }: ParsedOperatorArgs<typeof restoreDealerVersion>,
  ports: Names,
  now: Date,
): Promise<{ revision: number; outcome: "done" | "same" }> =>
  database.transaction().execute(async (db) => {
    const live = await lockOwnDealer(db, caller, dealerId);
    const entity = { kind: "dealer", id: dealerId } as const;
    const version = await entityVersions(db).find(entity, revision);
    if (version === null) throw new Refusal("notFound", { message: messages.unknownVersion });
    const wanted = fieldsOf(version.content);
    // Any change since is a conflict: the operator compared with another content.
    await mergeChanges(db, entity, live, { basedOn, changes: wanted }, ports);
    if (changedFields(fieldsOf(live.content), wanted).length === 0)
      return { revision: live.revision, outcome: "same" };
    const dealer = judgeDealer(dealerId, wanted);
    return {
      revision: await writeDealer(db, caller, dealer, { action: "dealer.restore", now }),
      outcome: "done",
    };
  });
