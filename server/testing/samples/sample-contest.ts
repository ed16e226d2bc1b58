import type { FormField } from "#contract/activity/activity.ts";
import type { NewActivity } from "../../activity/index.ts";
import type { NewContest } from "../../contest/index.ts";

const question = (key: string, kind: FormField["kind"], more: Partial<FormField> = {}): FormField => ({
  key,
  label: key,
  kind,
  required: true,
  options: [],
  placeholder: "",
  ...more,
});

/** Questions of a photo contest: up to three pictures, and a sentence. */
const contestQuestions: FormField[] = [
  question("photo", "picture", { maxPictures: 3 }),
  question("story", "text"),
];

/**
 * An online activity that runs at `now`, with a photo contest: one vote a day, three entries, shown at once;
 * `over` overrides fields of the contest.
 */
export function sampleContest(
  now: number,
  activityId: string,
  sampleActivity: (now: number, over: Partial<NewActivity>) => NewActivity,
  over: Partial<NewContest> = {},
): { activity: NewActivity; contest: NewContest } {
  const activity = sampleActivity(now, {
    activityId,
    activityType: "online",
    startTime: now - 3_600_000,
    endTime: now + 40 * 86_400_000,
    signUpEndTime: now + 40 * 86_400_000,
    quota: null,
    form: contestQuestions,
  });
  const contest: NewContest = {
    activity_id: activityId,
    kind: "entries",
    votes: 1,
    period: "day",
    entries_per_person: 3,
    is_approved_first: false,
    picture_question: "photo",
    caption_question: "story",
    choices: [],
    ...over,
  };
  return { activity, contest };
}
