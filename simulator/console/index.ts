import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { labLogin } from "#contract/console/lab.ts";
import { operatorRoleNames, operatorRoles, type OperatorRole } from "#contract/console/rights.ts";
import { everyScope, type GrantScope } from "#contract/console/scope.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Product } from "../../server/app.ts";
import { sendRefusal } from "../../server/http/pipeline/envelope.ts";
import { linksPageCss } from "../staff-links/page.ts";
import { operatorRolesPage } from "./page.ts";

const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(linksPageCss).digest("base64")}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
const choice = z.object({ role: z.enum(operatorRoleNames) });

/** Scope of an operator whom the demo data has not added; a dealer's has no dealer then. */
const scopeOf = (role: OperatorRole): GrantScope => {
  if (role === "region") return { ...everyScope, sponsorLevel1: ["107002"], sponsorLevel2: ["VWSA400000"] };
  return role === "dealer" ? { ...everyScope, dealers: [] } : everyScope;
};

/** GET /lab/console: logs in to the operator console as one of its roles (requirement CO28, docs/lab.md). */
export function addConsoleLogin({ app, context, console: operatorConsole }: Product): void {
  app.get("/lab/console", (_request, reply) =>
    reply
      .header("content-security-policy", policy)
      .header("referrer-policy", "no-referrer")
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(operatorRolesPage(context.config.brand, linksPageCss)),
  );
  app.register(async (scope) => {
    // The arguments are in the query: the form's body is empty.
    scope.addContentTypeParser("application/x-www-form-urlencoded", (_request, _payload, done) => done(null));
    scope.post("/lab/console", async (request, reply) => {
      const { success, data } = choice.safeParse(request.query);
      if (!success) return sendRefusal(reply, new Refusal("invalid"));
      const { role } = data;
      const { operators } = operatorConsole;
      const grants = [{ role, scope: scopeOf(role) }];
      const operatorId = await operators.seed({ login: labLogin(role), name: operatorRoles[role], grants });
      await operators.logIn(request, reply, operatorId);
      return reply.header("cache-control", "no-store").redirect("/console/", 303);
    });
  });
}
