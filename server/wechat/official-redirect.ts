import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Brand } from "#contract/core/brand.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { officialRedirectTarget } from "./rules.ts";
import { wechatMessages } from "./messages.ts";

const cssOf = ({
  theme,
}: Brand): string => `:root{color-scheme:light dark;--bg:#f4f6f5;--surface:#fff;--text:#0e1c1e;--soft:#465557;--first:${theme["--brand-700"] ?? "#0f4a4e"};--on-first:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0a1214;--surface:#121c1f;--text:#edf4f3;--soft:#b3c0c0;--first:${theme["--brand-300"] ?? "#6cc9bd"};--on-first:#04211f}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--text);font:400 .9375rem/1.6 -apple-system,"PingFang SC","Noto Sans CJK SC",sans-serif}
main{box-sizing:border-box;width:min(420px,100vw - 32px);padding:32px 24px;border-radius:16px;background:var(--surface)}
h1{margin:0 0 8px;font-size:1.375rem;line-height:1.875rem}
p{margin:0 0 8px;color:var(--soft)}
a{display:block;margin-top:24px;border-radius:12px;background:var(--first);color:var(--on-first);font-weight:600;line-height:48px;text-align:center;text-decoration:none}
a:focus-visible{outline:3px solid #1c7ed6;outline-offset:2px}`;

/** The page for a refused target, with its content security policy. */
function refusedPage(brand: Brand): { html: string; policy: string } {
  const css = cssOf(brand);
  const html = `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${wechatMessages.refusedTitle}</title><style>${css}</style></head>
<body><main><h1>${wechatMessages.refusedTitle}</h1><p>${wechatMessages.refusedText}</p><p>${wechatMessages.refusedHint}</p><a href="${WEB_BASE}">${wechatMessages.refusedHome}</a></main></body>
</html>
`;
  const hash = createHash("sha256").update(css).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`;
  return { html, policy };
}

/** The only value of a query parameter; null if it is absent, empty or repeated. */
const single = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/**
 * The official account's registered redirect page. WeChat returns to it, and it passes code and state to the page in
 * `url` if that is a page of the web app (requirements E02, E03). The request is not logged, and no referrer is sent.
 * @param isOwnPage validates the exact text of the address
 */
export function mountOfficialRedirect(
  app: FastifyInstance,
  brand: Brand,
  isOwnPage: (address: string) => boolean,
): void {
  const { html, policy } = refusedPage(brand);
  app.get("/official/redirect", (request, reply) => {
    const { url, code, state } = request.query as Record<string, unknown>;
    void reply.header("referrer-policy", "no-referrer").header("cache-control", "no-store");
    const target = single(url);
    if (target === null || !isOwnPage(target))
      return reply
        .code(400)
        .header("content-security-policy", policy)
        .type("text/html; charset=utf-8")
        .send(html);
    return reply.redirect(officialRedirectTarget(target, { code: single(code), state: single(state) }), 302);
  });
}
