import type { FastifyInstance } from "fastify";
import { WEB_BASE } from "#contract/core/web-base.ts";
import type { AppContext } from "../core/app-context.ts";
import { memoizeAsync } from "../core/memoize-async.ts";
import { renderBrandIcon } from "./brand-icon.ts";

/** robots.txt: crawlers may read pages, but not the paths that pages call, and not the simulators. */
const robots = `User-agent: *\n${["mall-api", "pass", "security", "sa", "sim", "lab", "metrics"]
  .map((path) => `Disallow: /${path}`)
  .join("\n")}\n`;

/** Short, because a brand may change its logo. */
const CACHE_ONE_HOUR = "public, max-age=3600";

/** Mounts the well-known URLs of a site: its root, its icons and robots.txt. */
export function mountSiteRoot(app: FastifyInstance, { config: { brand } }: AppContext): void {
  app.get("/", (_request, reply) => reply.redirect(WEB_BASE, 302));
  const icon = (path: string, size: number, corner: number) => {
    const getIcon = memoizeAsync(() => renderBrandIcon(brand, size, corner));
    app.get(path, async (_request, reply) =>
      reply
        .type("image/png")
        .header("cache-control", CACHE_ONE_HOUR)
        .send(await getIcon()),
    );
  };
  icon("/favicon.ico", 64, 0.22);
  icon("/apple-touch-icon.png", 180, 0);
  app.get("/robots.txt", (_request, reply) =>
    reply.type("text/plain; charset=utf-8").header("cache-control", CACHE_ONE_HOUR).send(robots),
  );
}
