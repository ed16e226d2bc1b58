import { loginWithDirectory, startDirectoryLogin } from "#contract/console/login.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import type { OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import type { StaffDirectorySettings } from "../../config.ts";
import { operatorStore } from "../operators/operator-store.ts";
import { operatorSessionStore } from "../session/store.ts";
import type { Ceremony } from "./ceremony-store.ts";
import type { OperatorLoginParts } from "./dependencies.ts";
import { createDirectoryClient, type DirectoryPerson } from "./directory-client.ts";
import { directoryKey, grantsOfGroups, isFreshLogin } from "./directory-rules.ts";
import { sendSessionCookie } from "./session-opener.ts";
import { recordStepUp } from "./step-up-routes.ts";

type DirectoryCeremony = Extract<Ceremony, { kind: "directory" }>;
type Directory = OperatorLoginParts & { readonly settings: StaffDirectorySettings };

/**
 * Takes over a person's name and grants from the directory. Grants that the groups no longer give are taken away, whether
 * or not a session is opened. @returns null: no group gives a grant
 */
async function synchronise(
  { context, settings }: Directory,
  transaction: Database,
  person: DirectoryPerson,
): Promise<string | null> {
  const operators = operatorStore(transaction);
  const now = new Date(context.clock.now());
  const key = directoryKey(settings.issuer, person.subject);
  const grants = grantsOfGroups(person.groups, settings.groups);
  const known = await operators.findByDirectory(key);
  if (grants.length === 0) {
    if (known === null) return null;
    await operators.setGrants(known, "directory", [], { by: known, now });
    await operatorSessionStore(transaction).endAll(known);
    return null;
  }
  const operatorId =
    known ??
    (await operators.add({ login: null, name: person.name, directoryKey: key, isActivated: true, now })) ??
    (await operators.findByDirectory(key));
  if (operatorId === null) throw new Refusal("loginFailed");
  await operators.rename(operatorId, person.name);
  await operators.setGrants(operatorId, "directory", grants, { by: operatorId, now });
  return operatorId;
}

/** Opens a session of a person of the directory. @throws Refusal "noGrant" after their grants were taken away */
async function logIn(directory: Directory, caller: OperatorCaller, person: DirectoryPerson): Promise<string> {
  const { context, cookies, openSession } = directory;
  const opened = await context.db.transaction().execute(async (transaction) => {
    const operatorId = await synchronise(directory, transaction, person);
    if (operatorId === null) return null;
    return {
      operatorId,
      ...(await openSession(transaction, caller, { operatorId, method: "directory" })),
    };
  });
  if (opened === null) throw new Refusal("noGrant");
  sendSessionCookie(cookies, caller, opened.token, context.config.consoleSession);
  return opened.operatorId;
}

/** Steps up the caller's session by a new login of the same person. @throws Refusal "loginFailed" */
async function stepUpByDirectory(
  { context, settings, cookies }: Directory,
  caller: OperatorCaller,
  person: DirectoryPerson,
  { operatorId, startedAt }: DirectoryCeremony & { readonly operatorId: string },
): Promise<string> {
  const { db, clock } = context;
  const key = directoryKey(settings.issuer, person.subject);
  await db.transaction().execute(async (transaction) => {
    const isSame = (await operatorStore(transaction).findByDirectory(key)) === operatorId;
    const isCaller = caller.operator?.operatorId === operatorId;
    if (!isSame || !isCaller || !isFreshLogin(person.authTime, startedAt)) throw new Refusal("loginFailed");
    await recordStepUp(transaction, caller, "directory", clock.now());
  });
  cookies.clear("ceremony", caller.request, caller.reply);
  return operatorId;
}

/** Registers the login at the staff directory; without one the calls answer 404. */
export function registerDirectoryCalls(calls: OperatorRouter, parts: OperatorLoginParts): void {
  const { context, ceremonies } = parts;
  const { clock, config, origin } = context;
  const settings = config.staffDirectory;
  const client = settings === null ? null : createDirectoryClient(settings);
  const redirectUri = (): string => `${origin()}/console/directory`;

  calls.on(startDirectoryLogin, async ({ returnTo = null, isStepUp = false }, caller) => {
    if (client === null) throw new Refusal("notFound");
    if (isStepUp && caller.operator === null) throw new Refusal("unauthenticated");
    const { url, request } = await client.start(redirectUri(), isStepUp);
    const operatorId = isStepUp ? (caller.operator?.operatorId ?? null) : null;
    await parts.begin(caller, {
      kind: "directory",
      ...request,
      returnTo,
      operatorId,
      startedAt: clock.now(),
    });
    return { url };
  });

  calls.on(loginWithDirectory, async ({ query }, caller) => {
    if (client === null || settings === null) throw new Refusal("notFound");
    const ceremony = await ceremonies.take(parts.ceremonyToken(caller), "directory", clock.now());
    if (ceremony === null) throw new Refusal("sessionExpired");
    const { operatorId, returnTo } = ceremony;
    const person = await client.finish(new URL(redirectUri() + query), ceremony, operatorId !== null);
    const directory = { ...parts, settings };
    const loggedIn =
      operatorId === null
        ? await logIn(directory, caller, person)
        : await stepUpByDirectory(directory, caller, person, { ...ceremony, operatorId });
    return { operatorId: loggedIn, returnTo };
  });
}
