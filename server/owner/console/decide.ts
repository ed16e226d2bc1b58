import { declineReasons, type OwnerDecision, type OwnerDecisions } from "#contract/console/club/owners.ts";
import type { Database } from "../../database/connection/database.ts";
import type { OwnerPorts } from "../ports.ts";
import { lockApplicant, ownerStore, type ReviewingOperator } from "../store.ts";
import { endAccepted, findOwnerRow, isCarTaken, lockCar } from "./list-store.ts";

type Undecided = OwnerDecisions["undecided"][number]["cause"];

/** Accepts an application and makes its person an owner, in the same transaction. */
async function accept(
  transaction: Database,
  ports: Pick<OwnerPorts, "setOwner">,
  applicationId: string,
  operator: ReviewingOperator,
  now: Date,
): Promise<"done" | Undecided> {
  const store = ownerStore(transaction);
  // The applicant first, as an erasure locks them.
  if (!(await lockApplicant(transaction, applicationId))) return "gone";
  await lockCar(transaction, applicationId);
  const row = await findOwnerRow(transaction, applicationId);
  if (row === null) return "gone";
  if (!(await store.accept(applicationId, now, operator)))
    return (await isCarTaken(transaction, applicationId)) && row.status === 1 ? "taken" : "decided";
  await ports.setOwner(transaction, row.mobile, await store.seriesOf(row.mobile));
  await endAccepted(transaction, applicationId);
  return "done";
}

/**
 * Decides one application by hand, once: the condition on its status is the guard against the maker's system and
 * colleagues.
 */
export function decideByHand(
  db: Database,
  ports: Pick<OwnerPorts, "setOwner">,
  applicationId: string,
  { decision, operator, now }: { decision: OwnerDecision; operator: ReviewingOperator; now: Date },
): Promise<"done" | Undecided> {
  return db.transaction().execute(async (transaction) => {
    if (decision.kind === "accept") return accept(transaction, ports, applicationId, operator, now);
    const reason = declineReasons[decision.reason];
    if (await ownerStore(transaction).decline(applicationId, reason, now, operator)) return "done";
    return (await findOwnerRow(transaction, applicationId)) === null ? "gone" : "decided";
  });
}
