import type { FastifyRequest } from "fastify";
import type { Operator, OperatorGrant } from "../../http/console/operator.ts";
import type { AppContext } from "../../core/app-context.ts";
import { consoleHeader } from "#contract/console/headers.ts";
import type { OperatorRight, RightReach } from "#contract/console/rights.ts";
import { rightsOfRole } from "../rights.ts";
import type { ConsoleCookies } from "./cookie.ts";
import type { OperatorSessionStore, StoredGrant } from "./store.ts";

/** A token has 256 bits, base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A grant with the rights of its role. */
export const toOperatorGrant = ({ role, scope }: StoredGrant): OperatorGrant => ({
  role,
  scope,
  rights: new Map(Object.entries(rightsOfRole[role]) as [OperatorRight, RightReach][]),
});

/** Creates the function that finds the operator of a request's session cookie. */
export const createOperatorAuthenticator =
  (
    { clock, config }: Pick<AppContext, "clock" | "config">,
    sessions: Pick<OperatorSessionStore, "find">,
    cookies: ConsoleCookies,
  ) =>
  async (request: FastifyRequest): Promise<Operator | null> => {
    const token = cookies.read("session", request);
    if (token === null || !TOKEN.test(token)) return null;
    // A stream is opened by the page, and stays open without anybody at it.
    const isUse = request.method !== "GET" && request.headers[consoleHeader.toLowerCase()] !== "background";
    const found = await sessions.find(token, clock.now(), config.consoleIdle, isUse);
    if (found === null) return null;
    return {
      operatorId: found.operator_id,
      name: found.operator_name,
      sessionId: found.session_id,
      stepUpUntil: found.step_up_until?.getTime() ?? 0,
      grants: found.grants.map(toOperatorGrant),
    };
  };
