import Fastify from "fastify";
import { expect, test } from "vitest";
import { developmentIdentityHtml } from "./identity-html.ts";

test("while developing, the provider's pages come from their sources without a build, beside its own answers", async () => {
  const app = Fastify();
  const shell = await developmentIdentityHtml(app);
  shell.mount(app, "/pass");
  app.get("/pass/jwks", () => ({ keys: [] }));
  try {
    const html = (await shell.html("/pass/interaction/some-uid-123")) ?? "";
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
