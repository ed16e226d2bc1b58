import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { handOn } from "./rules.ts";
import { words } from "./words.ts";

const css = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:400 1rem/1.6 -apple-system,"PingFang SC","Noto Sans CJK SC",sans-serif}
main{box-sizing:border-box;width:min(420px,100vw - 32px);padding:32px 8px}
h1{margin:0 0 12px;font-size:1.375rem;line-height:1.4}
p{margin:0 0 8px}`;
const page = `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${words.refusedTitle}</title><style>${css}</style></head>
<body><main><h1>${words.refusedTitle}</h1><p>${words.refusedText}</p><p>${words.refusedHint}</p></main></body>
</html>
`;
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'; base-uri 'none'; frame-ancestors 'none'`;

/** One value of a parameter; a repeated one is nobody's honest address. */
const single = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/**
 * The official account's registered page: WeChat returns to it, and it hands code and state on to the
 * page named by `url`, if that is one of ours (requirements E02, E03). Nothing of it is logged, and
 * no referrer tells the next page.
 * @param isOwnPage judges the address as it stands, letter for letter
 */
export function mountOfficialRedirect(app: FastifyInstance, isOwnPage: (address: string) => boolean): void {
  app.get("/official/redirect", (request, reply) => {
    const { url, code, state } = request.query as Record<string, unknown>;
    void reply.header("referrer-policy", "no-referrer").header("cache-control", "no-store");
    const target = single(url);
    if (target === null || !isOwnPage(target))
      return reply
        .code(400)
        .header("content-security-policy", policy)
        .type("text/html; charset=utf-8")
        .send(page);
    return reply.redirect(handOn(target, { code: single(code), state: single(state) }), 302);
  });
}
