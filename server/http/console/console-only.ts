import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/core/errors.ts";

/** Paths of a process that serves the console alone: its pages and calls, health, the identity provider, pictures. */
const consolePaths =
  /^\/(?:console|console-api|healthz|readyz|metrics|pass|media|lab|sim|favicon\.ico)(?:\/|\?|$)/;

/** Refuses everything but the console (SERVE=console), so that no shopper's call is answered there (requirement CO05). */
export function answerConsoleOnly(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) =>
    done(consolePaths.test(request.url) ? undefined : new Refusal("notFound")),
  );
}
