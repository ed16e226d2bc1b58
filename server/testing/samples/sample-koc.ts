import { kocWriter, type NewKocProgram } from "../../koc/index.ts";
import type { TestApp } from "../app.ts";

const DAY = 86_400_000;

/** A KOC programme for tests: open at `now`, ten places, three friends; `over` overrides fields. */
export const sampleKocProgram = (
  now: number,
  over: Partial<NewKocProgram> & { activity_id: string },
): NewKocProgram => ({
  slogan: "邀请 3 位好友助力，直通复审",
  places: 10,
  taken: 0,
  goal: 3,
  from_time: new Date(now - DAY),
  to_time: new Date(now + 10 * DAY),
  ...over,
});

/** Applies for a person of a mobile. @returns the id of the application in the console */
export async function addKocApplication(
  app: TestApp,
  activityId: string,
  mobile: string,
  appliedTime = new Date(app.context.clock.now()),
): Promise<string> {
  const { userId } = await app.login(mobile);
  const applicant = { user_id: userId, applied_time: appliedTime };
  if ((await kocWriter(app.context.db).add(activityId, applicant)) === null) throw new Error("no place");
  return `${activityId}/${userId}`;
}
