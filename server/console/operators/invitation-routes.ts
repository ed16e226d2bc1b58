import { acceptOperatorInvite, showOperatorInvite } from "#contract/console/operators.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { ParsedOperatorArgs } from "#contract/console/operator-call.ts";
import { newReadableCode } from "../../core/secrets.ts";
import type { Database } from "../../database/connection/database.ts";
import type { OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { hashPassword, requireStrongPassword } from "../../identity/index.ts";
import { ceremonyStore, type Ceremony } from "../login/ceremony-store.ts";
import { operatorCredentialStore, type StoredPasskey } from "../login/credential-store.ts";
import { siteOf, type OperatorLoginParts } from "../login/dependencies.ts";
import { passkeyRegistration, verifyNewPasskey } from "../login/passkeys.ts";
import { sendSessionCookie } from "../login/session-opener.ts";
import { newTotpSecret, totpStep, totpUri } from "../login/totp-rules.ts";
import { inviteStore, type OpenInvite } from "./invite-store.ts";
import { operatorStore } from "./operator-store.ts";

const RECOVERY_CODES = 10;

type Acceptance = ParsedOperatorArgs<typeof acceptOperatorInvite>;
type InvitationCeremony = Extract<Ceremony, { kind: "invitation" }>;
/** Credentials that were proved, before they are stored. */
type ProvedCredentials =
  | { readonly passkey: StoredPasskey }
  | { readonly passwordHash: string; readonly totpSecret: string; readonly step: number };

/** Verifies the chosen second factor, without which an account is never activated (requirement CO21). */
async function prove(
  { context }: OperatorLoginParts,
  caller: OperatorCaller,
  chosen: Acceptance["with"],
  { challenge, totpSecret }: InvitationCeremony,
  invite: OpenInvite,
): Promise<ProvedCredentials> {
  if ("response" in chosen) {
    const passkey = await verifyNewPasskey(siteOf(caller), chosen.response, challenge);
    if (passkey === null) throw new Refusal("loginFailed");
    return { passkey };
  }
  requireStrongPassword(chosen.password, invite.operator_login, context.config.brand);
  const step = totpStep(totpSecret, chosen.code, context.clock.now());
  if (step === null) throw new Refusal("loginFailed");
  return { passwordHash: await hashPassword(chosen.password), totpSecret, step };
}

async function store(
  transaction: Database,
  operatorId: string,
  proved: ProvedCredentials,
  now: Date,
): Promise<string[]> {
  const credentials = operatorCredentialStore(transaction);
  await credentials.removeAll(operatorId);
  if ("passkey" in proved) await credentials.addPasskey(operatorId, proved.passkey, now);
  else {
    await credentials.addPassword(operatorId, proved.passwordHash, now);
    await credentials.addTotp(operatorId, proved.totpSecret, proved.step, now);
  }
  const codes = Array.from({ length: RECOVERY_CODES }, () => newReadableCode());
  const plain = codes.map((code) => code.replaceAll(" ", ""));
  await credentials.setRecoveryCodes(operatorId, plain, now);
  return codes;
}

/** Accepts an invitation: credentials, name and session, all or nothing. */
const accept = (
  parts: OperatorLoginParts,
  caller: OperatorCaller,
  { invite, proved, name }: { invite: OpenInvite; proved: ProvedCredentials; name: string },
) =>
  parts.context.db.transaction().execute(async (transaction) => {
    const now = new Date(parts.context.clock.now());
    const operatorId = invite.operator_id;
    if (!(await inviteStore(transaction).use(invite.invite_id, now))) throw new Refusal("notFound");
    const recoveryCodes = await store(transaction, operatorId, proved, now);
    const operators = operatorStore(transaction);
    await operators.rename(operatorId, name);
    await operators.setActivated(operatorId, now);
    const method = "passkey" in proved ? ("passkey" as const) : ("totp" as const);
    const { token } = await parts.openSession(transaction, caller, { operatorId, method }, "operator.accept");
    return { operatorId, recoveryCodes, token };
  });

/** Registers the page of an invitation: its secret comes from the address's fragment, and stands in no log. */
export function registerInvitationCalls(calls: OperatorRouter, parts: OperatorLoginParts): void {
  const { context, ceremonies, attempt, cookies } = parts;
  const { db, clock, config } = context;
  const findInvite = async (token: string): Promise<OpenInvite> => {
    const invite = await inviteStore(db).find(token, clock.now());
    if (invite === null) throw new Refusal("notFound");
    return invite;
  };

  calls.on(showOperatorInvite, async ({ token }, caller) => {
    const invite = await findInvite(token);
    const { operator_name: name, operator_login: login } = invite;
    const brandName = config.brand.name;
    const passkey = await passkeyRegistration(siteOf(caller), {
      brandName,
      login,
      name,
      operatorId: invite.operator_id,
    });
    const totpSecret = newTotpSecret();
    const { challenge } = passkey;
    await parts.begin(caller, { kind: "invitation", inviteId: invite.invite_id, challenge, totpSecret });
    return {
      name,
      login,
      expiresTime: invite.expires_time.toISOString(),
      totp: { secret: totpSecret, uri: totpUri(totpSecret, brandName, login) },
      passkey: passkey.options,
    };
  });

  calls.on(acceptOperatorInvite, async ({ token, name, with: chosen }, caller) => {
    const invite = await findInvite(token);
    const ceremony = await ceremonies.peek(parts.ceremonyToken(caller), "invitation", clock.now());
    if (ceremony?.inviteId !== invite.invite_id) throw new Refusal("sessionExpired");
    const accepted = await attempt(
      caller,
      { factor: "code", account: invite.operator_id, isComplete: true },
      async () => {
        const proved = await prove(parts, caller, chosen, ceremony, invite);
        return accept(parts, caller, { invite, proved, name });
      },
    );
    await ceremonyStore(db).take(parts.ceremonyToken(caller), "invitation", clock.now());
    sendSessionCookie(cookies, caller, accepted.token, config.consoleSession);
    return { operatorId: accepted.operatorId, recoveryCodes: accepted.recoveryCodes };
  });
}
