import type { FastifyInstance } from "fastify";
import { WEB_BASE } from "#contract/web-base.ts";
import type { Kit } from "../kit.ts";
import { once } from "../once.ts";
import { iconOf } from "./icon.ts";

/** Crawlers: pages yes; whatever a page calls, and the stand-ins, no. */
const robots = `User-agent: *\n${["mall-api", "pass", "security", "sa", "sim", "lab", "metrics"]
  .map((part) => `Disallow: /${part}`)
  .join("\n")}\n`;

/** An hour: a maker may change their mark. */
const FOR_AN_HOUR = "public, max-age=3600";

/** What people, browsers and crawlers ask of a site without being told: its root, its icons, robots.txt. */
export function mountFrontDoor(app: FastifyInstance, { config: { brand } }: Kit): void {
  app.get("/", (_request, reply) => reply.redirect(WEB_BASE, 302));
  const icon = (path: string, size: number, corner: number) => {
    const made = once(() => iconOf(brand, size, corner));
    app.get(path, async (_request, reply) =>
      reply
        .type("image/png")
        .header("cache-control", FOR_AN_HOUR)
        .send(await made()),
    );
  };
  icon("/favicon.ico", 64, 0.22);
  icon("/apple-touch-icon.png", 180, 0);
  app.get("/robots.txt", (_request, reply) =>
    reply.type("text/plain; charset=utf-8").header("cache-control", FOR_AN_HOUR).send(robots),
  );
}
