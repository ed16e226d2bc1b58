import type {} from "@fastify/cookie";
import { readdirSync, readFileSync } from "node:fs";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Product } from "../../server/app.ts";
import { isLoopbackHost } from "../../server/http/network/ip-network.ts";
import { hostScriptText, simulatedHosts, userAgentOf, hostKinds } from "../hosts/hosts.ts";
import { addFrameInjection, labOriginOf } from "./frame-injection.ts";
import { elsewherePage, labPage, preparingPage } from "./html.ts";
import { LAB_NAME, labEnvironments, placeOfName } from "./origins.ts";

const folder = new URL("client/", import.meta.url);
const TYPES: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css" };
const textOf = (name: string): string => readFileSync(new URL(name, folder), "utf8");

/** Policy of the lab's own pages; frames are simulated hosts, and the product's origin for their logins. */
const policyOf = (port: string, origin: string, ancestors: string): string =>
  [
    "default-src 'self'",
    `frame-src http://*.${LAB_NAME}${port} ${origin}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join("; ");
/** Sends one of the lab's own pages. @param origin the product's own */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, origin, ancestors = "'none'" }: { html: string; origin: string; ancestors?: string },
): FastifyReply {
  const port = request.port === null ? "" : `:${request.port}`;
  return reply
    .header("content-security-policy", policyOf(port, origin, ancestors))
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(html);
}

/** GET /lab: the environment lab (docs/lab.md), and the routes that its frames need under their own names. */
export function addLab({ app, context }: Product): void {
  const { brand } = context.config;
  addFrameInjection(app, brand.appMarker);
  const hosts = hostKinds.map((kind) => ({
    kind,
    ...simulatedHosts[kind],
    userAgent: userAgentOf(kind, brand.appMarker),
  }));
  const page = labPage(brand, { hosts, environments: labEnvironments, clientId: brand.clientId });

  app.get("/lab", (request, reply) => {
    if (request.hostname === LAB_NAME)
      return sendPage(request, reply, { html: page, origin: context.origin() });
    // Cookies and storage of the frames are separate only below the lab's own name.
    if (isLoopbackHost(request.hostname)) return reply.redirect(`${labOriginOf(request)}${request.url}`);
    return sendPage(request, reply, { html: elsewherePage(brand), origin: context.origin() });
  });
  for (const name of readdirSync(folder)) {
    const type = TYPES[name.split(".").at(-1) ?? ""];
    if (type === undefined) continue;
    app.get(`/lab/${name}`, (_request, reply) =>
      reply.header("cache-control", "no-cache").type(`${type}; charset=utf-8`).send(textOf(name)),
    );
  }
  addFrameRoutes({ app, context });
}

/** Routes that are answered only under a simulated host's name. */
function addFrameRoutes({ app, context }: Pick<Product, "app" | "context">): void {
  app.get("/lab/host.js", (request, reply) => {
    const place = placeOfName(request.hostname);
    if (place === null) return reply.callNotFound();
    const { kind } = place;
    const { appMarker, bridgeKey, miniProgramLoginPage } = context.config.brand;
    const facts = {
      kind,
      lab: labOriginOf(request),
      userAgent: userAgentOf(kind, appMarker),
      brand: { appMarker, bridgeKey, miniProgramLoginPage },
    };
    const script = [
      `window.__marqueHost = ${JSON.stringify(facts)};`,
      textOf("frame-start.js"),
      hostScriptText(kind),
      textOf("frame.js"),
    ].join("\n");
    return reply.header("cache-control", "no-store").type("text/javascript; charset=utf-8").send(script);
  });
  app.get("/lab/prepare", (request, reply) => {
    if (placeOfName(request.hostname) === null) return reply.callNotFound();
    return sendPage(request, reply, {
      html: preparingPage(),
      origin: context.origin(),
      ancestors: labOriginOf(request),
    });
  });
  // Clears cookies that scripts cannot access, which ends the person's login at the provider.
  app.post("/lab/forget", (request, reply) => {
    for (const name of Object.keys(request.cookies))
      for (const path of ["/", "/pass"]) void reply.clearCookie(name, { path });
    return reply.code(204).send();
  });
}
