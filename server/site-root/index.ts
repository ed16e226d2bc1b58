import type { FastifyInstance } from "fastify";
import { WEB_BASE } from "#contract/core/web-base.ts";
import type { AppContext } from "../core/app-context.ts";
import { memoizeAsync } from "../core/memoize-async.ts";
import { renderBrandIcon } from "./brand-icon.ts";

/** Crawlers: pages yes; whatever a page calls, and the stand-ins, no. */
const robots = `User-agent: *\n${["mall-api", "pass", "security", "sa", "sim", "lab", "metrics"]
  .map((part) => `Disallow: /${part}`)
  .join("\n")}\n`;

/** An hour: a maker may change their mark. */
const CACHE_ONE_HOUR = "public, max-age=3600";

/** What people, browsers and crawlers ask of a site without being told: its root, its icons, robots.txt. */
export function mountSiteRoot(app: FastifyInstance, { config: { brand } }: AppContext): void {
  app.get("/", (_request, reply) => reply.redirect(WEB_BASE, 302));
  const icon = (path: string, size: number, corner: number) => {
    const made = memoizeAsync(() => renderBrandIcon(brand, size, corner));
    app.get(path, async (_request, reply) =>
      reply
        .type("image/png")
        .header("cache-control", CACHE_ONE_HOUR)
        .send(await made()),
    );
  };
  icon("/favicon.ico", 64, 0.22);
  icon("/apple-touch-icon.png", 180, 0);
  app.get("/robots.txt", (_request, reply) =>
    reply.type("text/plain; charset=utf-8").header("cache-control", CACHE_ONE_HOUR).send(robots),
  );
}
