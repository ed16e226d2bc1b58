import * as z from "zod/mini";
import { id, personName, timestamp } from "../core/fields.ts";
import { newOperatorPassword, operatorLogin, passkeyOptions, passkeyResponse, totpCode } from "./login.ts";
import { defineOperatorCall } from "./operator-call.ts";
import { operatorRightNames, operatorRoleNames, rightReaches } from "./rights.ts";
import { grantScope } from "./scope.ts";
import { grantView } from "./session.ts";

/** Grants that an operator may have at most. */
const MAX_GRANTS = 20;
const givenGrant = z.object({ role: z.enum(operatorRoleNames), scope: grantScope });
const givenGrants = z.array(givenGrant).check(z.maxLength(MAX_GRANTS, "最多 20 项授权"));
/** A secret of 256 bits in an invitation's address, after its `#`, which browsers do not send. */
const invitationToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "邀请链接不正确"));

export const operatorStates = ["invited", "active", "locked"] as const;
const listedOperator = z.object({
  operatorId: id,
  name: z.string(),
  /** null: an account of the staff directory. */
  login: z.nullable(z.string()),
  state: z.enum(operatorStates),
  isDirectoryAccount: z.boolean(),
  grants: z.array(grantView),
  passkeys: z.int(),
  hasTotp: z.boolean(),
  /** Unused recovery codes. */
  recoveryCodes: z.int(),
  /** Last use of the console, exact to a minute; null: none of the running sessions. */
  usedTime: z.nullable(timestamp),
  /** End of the open invitation; null: none. */
  invitedUntil: z.nullable(timestamp),
  createdTime: timestamp,
  revision: z.int(),
  isSelf: z.boolean(),
});
export type ListedOperator = z.output<typeof listedOperator>;

/** All operators, invited ones too, by their creation. */
export const listOperators = defineOperatorCall({
  name: "listOperators",
  path: "operators",
  kind: "read",
  right: "operator.read",
  args: z.object({}),
  result: z.object({ operators: z.array(listedOperator) }),
  refusals: [],
});

/** Address of an invitation, shown once. */
const invitation = z.object({ operatorId: id, link: z.string(), expiresTime: timestamp });
/** Invites somebody to a built-in account: within 72 hours, once (requirement CO19). */
export const inviteOperator = defineOperatorCall({
  name: "inviteOperator",
  path: "operators/invite",
  kind: "write",
  isShownOnce: true,
  right: "operator.manage",
  stepUp: true,
  args: z.object({
    login: operatorLogin,
    name: personName,
    grants: givenGrants.check(z.minLength(1, "请至少添加一项授权")),
  }),
  result: invitation,
  refusals: [],
});
/**
 * Invites an operator again: a new invitation for one who has not used theirs, or who has lost their second factor. What
 * they logged in with and their sessions end.
 */
export const reinviteOperator = defineOperatorCall({
  name: "reinviteOperator",
  path: "operators/reinvite",
  kind: "write",
  isShownOnce: true,
  right: "operator.manage",
  stepUp: true,
  args: z.object({ operatorId: id }),
  result: invitation,
  refusals: ["secondPerson", "stateChanged", "lastSysadmin"],
});

/** Replaces an operator's grants, but those of the directory; takes effect at once. */
export const changeGrants = defineOperatorCall({
  name: "changeGrants",
  path: "operators/grants",
  kind: "write",
  right: "operator.manage",
  stepUp: true,
  args: z.object({ operatorId: id, basedOn: z.int(), grants: givenGrants }),
  result: z.object({ revision: z.int() }),
  refusals: ["secondPerson", "editConflict", "lastSysadmin"],
});

/** Locks an operator, whose sessions end at once, or unlocks them. */
export const lockOperator = defineOperatorCall({
  name: "lockOperator",
  path: "operators/lock",
  kind: "write",
  right: "operator.manage",
  stepUp: true,
  args: z.object({ operatorId: id, isLocked: z.boolean() }),
  result: z.object({ revision: z.int() }),
  refusals: ["secondPerson", "stateChanged", "lastSysadmin"],
});

/** The table of roles and rights as the server applies it (requirement CO14), and who holds which role. */
export const showRightsMatrix = defineOperatorCall({
  name: "showRightsMatrix",
  path: "rights-matrix",
  kind: "read",
  right: "self",
  args: z.object({}),
  result: z.object({
    roles: z.array(z.object({ role: z.enum(operatorRoleNames), name: z.string() })),
    rights: z.array(
      z.object({
        right: z.enum(operatorRightNames),
        /** Reach by role; a role that is missing does not have the right. */
        reaches: z.partialRecord(z.enum(operatorRoleNames), z.enum(rightReaches)),
      }),
    ),
    /** null: the caller may not see other operators. */
    holders: z.nullable(z.array(z.object({ operatorId: id, name: z.string(), grants: z.array(grantView) }))),
  }),
  refusals: [],
});

const invited = { token: invitationToken };
/** For whom an invitation is; 404: used, expired or unknown. */
export const showOperatorInvite = defineOperatorCall({
  name: "showOperatorInvite",
  path: "invitation",
  kind: "read",
  right: "anyone",
  args: z.object(invited),
  result: z.object({
    name: z.string(),
    login: z.string(),
    expiresTime: timestamp,
    /** Secret of an authenticator app, for those who choose a password: as text and as the address of its QR code. */
    totp: z.object({ secret: z.string(), uri: z.string() }),
    /** Options for a new passkey. */
    passkey: passkeyOptions,
  }),
  refusals: [],
});
/** Accepts an invitation with a passkey, or with a password and a first code; logs in. */
export const acceptOperatorInvite = defineOperatorCall({
  name: "acceptOperatorInvite",
  path: "invitation/accept",
  kind: "write",
  right: "anyone",
  args: z.object({
    ...invited,
    name: personName,
    with: z.union([
      z.object({ response: passkeyResponse }),
      z.object({ password: newOperatorPassword, code: totpCode }),
    ]),
  }),
  result: z.object({
    operatorId: id,
    /** The ten recovery codes, shown once. */
    recoveryCodes: z.array(z.string()),
  }),
  refusals: ["loginFailed", "loginLocked", "sessionExpired"],
});
