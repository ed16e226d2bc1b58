import {
  askOwnerReviewAgain,
  countOwnerApplications,
  decideOwnerApplications,
  findOwnerApplications,
  listOwnerApplications,
  revealOwnerApplication,
  showOwnerApplication,
} from "#contract/console/club/owners.ts";
import { addOwnerApplication } from "../samples/sample-owner.ts";
import { accessRow, type AccessRow } from "./access-row.ts";

const NONE = "1";
const OWNERS_TEST = "server/owner/console/owners.routes.test.ts";
/** An application has no activity and no dealer: a grant's scope does not limit it. */
const everywhere = { scope: "none" } as const;
const verify = "verify" as const;
const accept = { kind: "accept" } as const;

/** Access of the calls about owners' applications. */
export const ownerAccess: readonly AccessRow[] = [
  accessRow({ ...everywhere, call: listOwnerApplications, args: () => ({ filter: {} }) }),
  accessRow({ ...everywhere, call: countOwnerApplications, args: () => ({}) }),
  accessRow({ ...everywhere, call: showOwnerApplication, args: () => ({ applicationId: NONE }) }),
  accessRow({ ...everywhere, call: findOwnerApplications, args: () => ({ number: "13500000000" }) }),
  accessRow({
    ...everywhere,
    call: revealOwnerApplication,
    args: () => ({ applicationId: NONE, purpose: verify }),
    succeeds: async ({ app }) => ({
      applicationId: (await addOwnerApplication(app, "13500000666")).applicationId,
      purpose: verify,
    }),
  }),
  accessRow({
    ...everywhere,
    call: askOwnerReviewAgain,
    args: () => ({ applicationIds: [NONE] }),
    auditShownIn: OWNERS_TEST,
  }),
  accessRow({
    ...everywhere,
    call: decideOwnerApplications,
    args: () => ({ applicationIds: [NONE], decision: accept }),
    auditShownIn: OWNERS_TEST,
  }),
];
