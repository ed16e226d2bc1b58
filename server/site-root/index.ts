import type { FastifyInstance } from "fastify";
import { WEB_BASE } from "#contract/core/web-base.ts";
import type { AppContext } from "../core/app-context.ts";
import { memoizeAsync } from "../core/memoize-async.ts";
import type { Send } from "#contract/core/call.ts";
import { renderSitemap } from "./sitemap.ts";
import { renderBrandIcon } from "./brand-icon.ts";

/** Shares one result for a time; an error is not kept. */
function memoizeFor<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let current = memoizeAsync(load);
  let until = 0;
  return () => {
    const now = performance.now();
    if (now > until) {
      current = memoizeAsync(load);
      until = now + ms;
    }
    return current();
  };
}

/** robots.txt: crawlers may read pages, but not the paths that pages call, and not the simulators. */
const robots = (origin: string): string =>
  `User-agent: *\n${["mall-api", "console", "console-api", "pass", "security", "sa", "sim", "lab", "metrics"]
    .map((path) => `Disallow: /${path}`)
    .join("\n")}\nSitemap: ${origin}/sitemap.xml\n`;

/** Short, because a brand may change its logo. */
const CACHE_ONE_HOUR = "public, max-age=3600";
const CACHE_MS = 3_600_000;

/** Mounts the well-known URLs of a site: its root, its icons, robots.txt and sitemap.xml. @param send calls as a visitor */
export function mountSiteRoot(
  app: FastifyInstance,
  { config: { brand }, origin }: Pick<AppContext, "config" | "origin">,
  send: Send,
): void {
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
    reply.type("text/plain; charset=utf-8").header("cache-control", CACHE_ONE_HOUR).send(robots(origin())),
  );
  const sitemap = memoizeFor(CACHE_MS, () => renderSitemap(send, origin()));
  app.get("/sitemap.xml", async (_request, reply) =>
    reply
      .type("application/xml; charset=utf-8")
      .header("cache-control", CACHE_ONE_HOUR)
      .send(await sitemap()),
  );
}
