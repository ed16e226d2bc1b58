import {
  askOwnerReviewAgain,
  countOwnerApplications,
  decideOwnerApplications,
  findOwnerApplications,
  listOwnerApplications,
  revealOwnerApplication,
  showOwnerApplication,
  type OwnerDecisions,
} from "#contract/console/club/owners.ts";
import { REVEAL_SECONDS } from "#contract/console/person-shapes.ts";
import type { ParsedOperatorArgs } from "#contract/console/operator-call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { pickMobile } from "#contract/core/text.ts";
import { findVinError, normalizeVin } from "#contract/owner/vin.ts";
import type { AppContext } from "../../core/app-context.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { recordReveal } from "../../database/shared-tables/person-reveals.ts";
import { listQuery } from "../../http/console/list-query.ts";
import {
  hasRight,
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { ownerMessages } from "../messages.ts";
import type { OwnerPorts } from "../ports.ts";
import { decideByHand } from "./decide.ts";
import {
  countOwnerRows,
  findOwnerRow,
  findOwnerRowsByNumber,
  isCarTaken,
  listEarlierRows,
  listOwnerRows,
  listOwnerSeries,
  makeReviewDue,
  ownerSorts,
  type ListedOwnerRow,
} from "./list-store.ts";
import { ownerPresenter } from "./present.ts";

const { console: messages } = ownerMessages;
/** Functions of other modules that the console's calls about owners need. */
export type OwnerConsolePorts = {
  /** Names of operators by id. */
  operatorNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
};
type OwnerConsole = {
  readonly context: AppContext;
  /** The maker's system is asked. */
  readonly isAsked: boolean;
  readonly ports: OwnerConsolePorts & Pick<OwnerPorts, "setOwner" | "pictureUrl">;
};
const gone = (): Refusal => new Refusal("notFound", { message: messages.gone });

/** The mobile or chassis number that was typed. @throws Refusal "invalid" */
function numberOf(text: string): string {
  const mobile = pickMobile(text);
  if (/^1[3-9]\d{9}$/.test(mobile)) return mobile;
  const vin = normalizeVin(text);
  if (findVinError(vin) === null) return vin;
  throw new Refusal("invalid", { fields: { number: messages.number } });
}

/** Rows for the caller, with the names of deciding operators. */
async function presenterFor(
  { context: { clock }, ports }: OwnerConsole,
  caller: OperatorCaller,
  rows: readonly ListedOwnerRow[],
) {
  const operators = await ports.operatorNames(rows.flatMap(({ reviewed_by }) => reviewed_by ?? []));
  return ownerPresenter(caller, operators, clock.now());
}

function readCalls(calls: OperatorRouter, parts: OwnerConsole): void {
  const { db, clock, config } = parts.context;
  const modes = { isAsked: parts.isAsked, isByHand: config.isOwnerReviewByHand };
  calls.on(listOwnerApplications, async (args, caller) => {
    requireScopes(caller, "owner.read");
    const page = listQuery(args, ownerSorts, clock.now());
    const { rows, counted } = await readForOperator(db, (reading) =>
      listOwnerRows(reading, args.filter, clock.now(), page),
    );
    return page.toPage(rows, counted, await presenterFor(parts, caller, rows));
  });
  calls.on(countOwnerApplications, (_args, caller) => {
    requireScopes(caller, "owner.read", "counts");
    return readForOperator(db, async (reading) => ({
      ...(await countOwnerRows(reading, clock.now())),
      ...modes,
      series: await listOwnerSeries(reading),
    }));
  });
  calls.on(showOwnerApplication, async ({ applicationId }, caller) => {
    requireScopes(caller, "owner.read", "one");
    const row = await findOwnerRow(db, applicationId);
    if (row === null) throw gone();
    const earlier = await listEarlierRows(db, row);
    const present = await presenterFor(parts, caller, [row, ...earlier]);
    return {
      application: present(row),
      earlier: earlier.map(present),
      isTaken: await isCarTaken(db, applicationId),
      ...modes,
    };
  });
  calls.on(findOwnerApplications, async ({ number }, caller) => {
    requireScopes(caller, "owner.read", "one");
    const rows = await findOwnerRowsByNumber(db, numberOf(number));
    return { applications: rows.map(await presenterFor(parts, caller, rows)) };
  });
}

/** Shows a chassis number and the licence, counted like a mobile. */
function revealCall(calls: OperatorRouter, { context: { db, clock }, ports }: OwnerConsole): void {
  calls.on(revealOwnerApplication, async ({ applicationId, purpose }, caller) => {
    requireScopes(caller, "person.reveal");
    // Applications exist for those alone who may read them.
    if (!hasRight(requireOperator(caller), "owner.read", "one")) throw gone();
    const now = new Date(clock.now());
    const { operatorId, stepUpUntil } = requireOperator(caller);
    const about = { kind: "owner-application", id: applicationId };
    const { vin, picture_id: pictureId } = await withAuditEntry(
      db,
      async (transaction) => {
        const row = await findOwnerRow(transaction, applicationId);
        if (row === null) throw gone();
        await recordReveal(transaction, { operatorId, stepUpUntil, about, purpose, now });
        return row;
      },
      () => ({ by: operatorAuditActor(caller), action: "owner.reveal", about, outcome: purpose, now }),
    );
    const pictureUrl = pictureId === null ? null : await ports.pictureUrl(pictureId);
    return { vin, pictureUrl, seconds: REVEAL_SECONDS };
  });
}

/** Decides the chosen applications, each in a transaction of its own. @throws Refusal if none was decided */
async function decideAll(
  { context: { db, clock }, ports }: OwnerConsole,
  { applicationIds, decision }: ParsedOperatorArgs<typeof decideOwnerApplications>,
  caller: OperatorCaller,
): Promise<OwnerDecisions> {
  const operator = { operatorId: requireOperator(caller).operatorId, actor: operatorAuditActor(caller) };
  const ids = [...new Set(applicationIds)];
  const undecided: OwnerDecisions["undecided"] = [];
  for (const applicationId of ids) {
    const now = new Date(clock.now());
    const outcome = await decideByHand(db, ports, applicationId, { decision, operator, now });
    if (outcome !== "done") undecided.push({ applicationId, cause: outcome });
  }
  const [first] = undecided;
  if (first && undecided.length === ids.length) {
    if (first.cause === "gone") throw gone();
    throw new Refusal("stateChanged", {
      message: first.cause === "taken" ? messages.taken : messages.decided,
    });
  }
  return { decided: ids.length - undecided.length, undecided };
}

/** Registers the console's calls about owners' applications. */
export function registerOwnerConsoleCalls(calls: OperatorRouter, parts: OwnerConsole): void {
  readCalls(calls, parts);
  revealCall(calls, parts);
  const { db, clock, config } = parts.context;
  calls.on(askOwnerReviewAgain, async ({ applicationIds }, caller) => {
    requireScopes(caller, "owner.review");
    if (!parts.isAsked) throw new Refusal("stateChanged", { message: messages.nobodyAsked });
    let asked = 0;
    for (const id of new Set(applicationIds)) {
      const now = new Date(clock.now());
      const isDue = await withAuditEntry(
        db,
        (transaction) => makeReviewDue(transaction, id, now),
        (done) =>
          done
            ? {
                by: operatorAuditActor(caller),
                action: "owner.ask-again",
                about: { kind: "owner-application", id },
                outcome: "done",
                now,
              }
            : null,
      );
      if (isDue) asked++;
    }
    if (asked === 0) throw new Refusal("stateChanged", { message: messages.notWaiting });
    return { asked, left: new Set(applicationIds).size - asked };
  });
  calls.on(decideOwnerApplications, (args, caller) => {
    requireScopes(caller, "owner.review");
    if (!config.isOwnerReviewByHand) throw new Refusal("notFound", { message: messages.notByHand });
    return decideAll(parts, args, caller);
  });
}
