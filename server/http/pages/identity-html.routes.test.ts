import Fastify from "fastify";
import { expect, test } from "vitest";
import { developmentIdentityHtml } from "./identity-html.ts";

test("in development the provider's pages are served from source, and its own routes still answer", async () => {
  const app = Fastify();
  const identityHtml = await developmentIdentityHtml(app);
  identityHtml.mount(app, "/pass");
  app.get("/pass/jwks", () => ({ keys: [] }));
  try {
    const html = (await identityHtml.html("/pass/interaction/some-uid-123")) ?? "";
    expect(html).toContain('src="/pass/@vite/client"');
    const [, entry = ""] = /<script type="module" src="(\/pass\/main\.tsx[^"]*)"/.exec(html) ?? [];
    const script = await app.inject({ url: entry });
    expect([script.statusCode, script.headers["content-type"]]).toEqual([200, "text/javascript"]);
    expect(script.body).toContain("/pass/pass-page.tsx");
    expect((await app.inject({ url: "/pass/jwks" })).json()).toEqual({ keys: [] });
    expect((await app.inject({ url: "/pass/nothing" })).statusCode).toBe(404);
  } finally {
    await app.close();
  }
});
