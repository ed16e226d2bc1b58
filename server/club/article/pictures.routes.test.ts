import sharp from "sharp";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { uploadPicture } from "#contract/picture/picture.ts";
import { newId } from "../../core/ids.ts";
import { openClub, type ClubTestPerson } from "../test-club.ts";

const { app, club } = await openClub();
const { db, clock } = app.context;
afterEach(() => clock.set(null));
const DAY = 86_400_000;

const upload = async (who: ClubTestPerson): Promise<string> => {
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#456" } })
    .jpeg()
    .toBuffer();
  return (await app.call(uploadPicture, {}, { token: who.token, picture })).data.pictureId;
};
/** Whether each picture still exists after a purge. */
const storedOf = async (pictureIds: readonly string[]): Promise<boolean[]> => {
  await app.modules.uploads.deleteUnused();
  const urls = await app.modules.uploads.urlsOf(pictureIds);
  return pictureIds.map((pictureId) => urls.has(pictureId));
};
/** Runs a step during which each claim of a picture removes a member from their groups, by a trigger. */
async function leavingWithPictures<T>({ memberId }: ClubTestPerson, run: () => Promise<T>): Promise<T> {
  await sql`create function leaves() returns trigger language plpgsql as $$
    begin delete from club_membership where member_id = ${sql.lit(memberId)}; return null; end $$`.execute(
    db,
  );
  await sql`create trigger leaves after update of used_time on picture_upload execute function leaves()`.execute(
    db,
  );
  try {
    return await run();
  } finally {
    await sql`drop trigger leaves on picture_upload`.execute(db);
    await sql`drop function leaves`.execute(db);
  }
}

test("S03 P01 pictures are released if the author was removed from the group during the request", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const pictures = [await upload(who), await upload(who)];
  const refused = await leavingWithPictures(who, () =>
    club.write(who, { groupId, content: "图", pictureIds: pictures }),
  );
  expect(refused.status).toBe(633);
  expect(await storedOf(pictures)).toEqual([false, false]);
});

test("S03 P01 two concurrent requests with the same key keep the pictures of the published article", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const [shared, one] = [await upload(who), await upload(who)];
  const key = newId();
  const sent = await Promise.all(
    [0, 1].map(() => club.write(who, { groupId, content: "图", pictureIds: [shared, one] }, key)),
  );
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  expect(await storedOf([shared, one])).toEqual([true, true]);
});

test("S03 a claimed picture that no article uses is deleted after a day; used ones stay", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const [shown, hidden, deleted, never, again] = [
    await upload(who),
    await upload(who),
    await upload(who),
    await upload(who),
    await upload(who),
  ];
  const articleOf = async (pictureId: string) =>
    (await club.write(who, { groupId, content: "图", pictureIds: [pictureId] })).data.articleId;
  await articleOf(shown);
  // The state that a crash between the article and its pictures leaves.
  for (const [pictureId, status] of [
    [hidden, 2],
    [deleted, 3],
  ] as const)
    await sql`update club_article set status = ${status}, hidden_by = ${status === 2 ? "leaders" : null}
      where article_id = ${await articleOf(pictureId)}`.execute(db);
  for (const pictureId of [never, again]) await app.modules.uploads.claim(pictureId, who.userId);
  const pictures = [shown, hidden, deleted, never, again];
  clock.set(clock.now() + DAY - 60_000);
  expect(await storedOf(pictures)).toEqual([true, true, true, true, true]);
  await app.modules.uploads.claim(again, who.userId);
  clock.set(clock.now() + 120_000);
  expect(await storedOf(pictures)).toEqual([true, true, false, false, true]);
});

test("S03 a released picture stays while another article uses it", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const [shared, other] = [await upload(who), await upload(who)];
  await club.write(who, { groupId, content: "图", pictureIds: [shared] });
  // Claimed, and released again because of another user's picture.
  const refused = await club.write(who, { groupId, content: "图", pictureIds: [shared, other, "1"] });
  expect(refused.status).toBe(601);
  expect(await storedOf([shared, other])).toEqual([true, false]);
});
