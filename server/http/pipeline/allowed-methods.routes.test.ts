import { expect, test } from "vitest";
import { listSeries } from "#contract/activity/activity.ts";
import { tokenLogin } from "#contract/session/session.ts";
import { openApp } from "../../testing/app.ts";

const app = await openApp();
const seriesUrl = `/mall-api/${listSeries.paths[0]}`;
const tokenLoginUrl = `/mall-api/${tokenLogin.paths[0]}`;

test("Z23 a refused method names the allowed ones, and HEAD wherever GET is", async () => {
  for (const [url, allowed] of [
    [seriesUrl, "GET, HEAD"],
    [tokenLoginUrl, "POST"],
    ["/media/none.png", "GET, HEAD"],
  ] as const) {
    const refused = await app.app.inject({ method: "PATCH", url });
    expect([url, refused.statusCode, refused.headers["allow"]]).toEqual([url, 405, allowed]);
    const head = await app.app.inject({ method: "HEAD", url });
    expect([url, head.statusCode === 405, head.payload]).toEqual([url, !allowed.includes("HEAD"), ""]);
  }
});
