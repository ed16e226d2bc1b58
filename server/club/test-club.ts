import { sql } from "kysely";
import type { ArgsOf } from "#contract/core/call.ts";
import { applyJoinGroup } from "#contract/club/club.ts";
import { publishArticle } from "#contract/club/articles.ts";
import { showMember } from "#contract/club/members.ts";
import { newId } from "../core/ids.ts";
import { openApp, type TestApp } from "../testing/app.ts";
import { sampleGroup } from "../testing/samples/sample-group.ts";
import { recordStatements } from "../testing/database/record-statements.ts";
import type { NewClub, NewGroup } from "./index.ts";

/** A club without anything in it. */
export const emptyClub: NewClub = { members: [], groups: [], articles: [], comments: [], follows: [] };

export type ClubTestPerson = { token: string; userId: string; memberId: string };
let people = 0;

/** Common steps of the club's tests. */
export function testClub(app: TestApp) {
  const person = async (options: { owner?: boolean; nickname?: string } = {}): Promise<ClubTestPerson> => {
    const { token, userId } = await app.login(`134${String(10_000_000 + people++)}`, {
      owner: true,
      ...options,
    });
    const { data } = await app.call(showMember, {}, { token });
    return { token, userId, memberId: data.id };
  };
  const group = async (over: Partial<NewGroup> = {}): Promise<string> => {
    const one = sampleGroup(app.context.clock.now(), {
      name: "远山 · 华东车友会",
      intro: "山脊、清晨、热咖啡",
      places: 100,
      ...over,
    });
    await app.modules.club.add({ ...emptyClub, groups: [one] });
    return one.groupId;
  };
  const join = (who: ClubTestPerson, groupId: string) =>
    app.call(applyJoinGroup, { groupId }, { token: who.token });
  /** A new member of a group. */
  const memberOf = async (groupId: string, options: { nickname?: string } = {}): Promise<ClubTestPerson> => {
    const who = await person(options);
    await join(who, groupId);
    return who;
  };
  const write = (who: ClubTestPerson, args: ArgsOf<typeof publishArticle>, idempotencyKey = newId()) =>
    app.call(publishArticle, args, { token: who.token, idempotencyKey });
  const publish = (who: ClubTestPerson, groupId: string, content = "<p>雾</p>", idempotencyKey = newId()) =>
    write(who, { groupId, content }, idempotencyKey);
  const articleOf = async (who: ClubTestPerson, groupId: string, content?: string): Promise<string> =>
    (await publish(who, groupId, content)).data.articleId;
  return { person, group, join, memberOf, write, publish, articleOf };
}

/** Opens the server of a test file, by default without rate limits; it is closed after the tests. */
export async function openClub(settings: Readonly<Record<string, string>> = {}) {
  const app = await openApp({ settings: { RATE_LIMITS: "off", ...settings } });
  return { app, club: testClub(app) };
}

/** The remark of a refusal 633 ("flowBranch"). */
export const remarkOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }): string =>
  decodeURIComponent(String(headers["flow_branch_remark"]));

/** Counts the rows of a table, to compare them with a counter. */
export async function countOf(app: TestApp, table: string, where: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.raw(where)}`.execute(app.context.db);
  return rows[0]?.count ?? -1;
}

/** Counts the statements of a step, without those of session, signature and the periodic search key update. */
export async function countStatements(app: TestApp, run: () => Promise<unknown>): Promise<number> {
  const texts = await recordStatements(app.context.db.getExecutor(), run);
  return texts.filter(
    (text) => !/user_session|spent_nonce|keyed_name|(into|delete from) club_member_key/.test(text),
  ).length;
}
