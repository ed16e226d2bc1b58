import { expect, test } from "vitest";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { openApp } from "../../testing/app.ts";

const app = await openApp();
const seriesUrl = "/mall-api/cop-marketing-activity/api/v1/activity/page/list-series";

test("C31 T10 a URL that cannot be decoded leads a person to the page for unknown URLs, and refuses a program", async () => {
  const broken = [
    "%",
    "%ff",
    "100%",
    "%E4%BD",
    "%zz/list",
    "offline/%c3%28",
    "a%2",
    "%ed%a0%80",
    "%?keyword=a",
  ];
  const navigation = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  for (const path of broken)
    for (const method of ["GET", "HEAD"] as const)
      for (const base of ["/", WEB_BASE, "/qinglan/"]) {
        const answer = await app.app.inject({ method, url: base + path, headers: navigation });
        expect([base + path, answer.statusCode, answer.headers.location]).toEqual([
          base + path,
          302,
          `${WEB_BASE}404`,
        ]);
        expect(answer.headers).toMatchObject({
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        });
      }
  for (const path of broken) {
    const call = await app.app.inject({ url: `${seriesUrl}/${path}`, headers: navigation });
    expect([path, call.statusCode, call.json<{ code: string }>().code]).toEqual([path, 400, "400"]);
    const program = await app.app.inject({ url: WEB_BASE + path });
    expect([path, program.statusCode]).toEqual([path, 400]);
  }
});
