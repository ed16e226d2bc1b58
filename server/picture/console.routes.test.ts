import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { uploadConsolePicture } from "#contract/console/content/pictures.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { openApp } from "../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../testing/operator.ts";
import { pictureMessages } from "./messages.ts";

const app = await openApp();
const pictureOf = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#2a6f57" } })
    .jpeg()
    .toBuffer();
/** Audit lines about pictures of an operator. */
const linesOf = async ({ operatorId }: TestOperator): Promise<string[]> =>
  (
    await sql<{ line: string }>`select action || ' ' || outcome as line from audit_entry
      where about_kind = 'picture' and actor_id = ${operatorId}`.execute(app.context.db)
  ).rows.map(({ line }) => line);
const upload = (operator: TestOperator, picture?: Buffer, type = "image/jpeg") =>
  callAsOperator(
    app,
    operator,
    uploadConsolePicture,
    {},
    { ...(picture && { picture, headers: { "content-type": type } }) },
  );

test("a picture that an operator uploads is decoded, re-encoded, public, and one line of the audit log", async () => {
  const operator = await loginOperator(app, "hq-staff");
  const { data } = await upload(operator, await pictureOf(1440, 736));
  expect(data).toMatchObject({ width: 1440, height: 736 });
  const shown = await app.app.inject(data.url);
  expect(shown.headers["content-type"]).toBe("image/jpeg");
  expect(await linesOf(operator)).toEqual(["picture.add 1440 × 736"]);
});

test("what is no picture, too small, or not sent is refused in words, without a line", async () => {
  const operator = await loginOperator(app, "hq-staff");
  const faults = [
    await upload(operator, Buffer.from("no picture")),
    await upload(operator, await pictureOf(80, 80)),
    await upload(operator),
  ];
  expect(faults.map(({ status }) => status)).toEqual([415, 415, 415]);
  expect(faults[0]?.message).toBe(pictureMessages.notAPhoto);
  expect(faults[1]?.message).toBe(pictureMessages.tooSmall(callLimits.picture.minSide));
  expect(await linesOf(operator)).toEqual([]);
});

test("only roles that write things with pictures upload, and each operator so many in an hour", async () => {
  for (const role of ["auditor", "service", "dealer", "moderator"] as const)
    expect([role, (await upload(await loginOperator(app, role), await pictureOf(300, 300))).status]).toEqual([
      role,
      406,
    ]);
  const operator = await loginOperator(app, "region");
  const most = callLimits.picture.operatorUploadsPerHour;
  await sql`insert into limit_count (subject, count, until_time)
    values (${`pictures ${operator.operatorId}`}, ${most - 1}, ${new Date(app.context.clock.now() + 60_000)})`.execute(
    app.context.db,
  );
  const picture = await pictureOf(300, 300);
  const answers = await Promise.all(Array.from({ length: 4 }, () => upload(operator, picture)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
});
