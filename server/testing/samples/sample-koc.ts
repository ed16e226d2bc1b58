import type { NewKocProgram } from "../../koc/index.ts";

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
