import { activityStates } from "#contract/console/activity/labels.ts";
import type { SearchHit } from "../shell/index.ts";
import { loadActivities } from "./api.ts";
import { consoleActivityTexts as texts } from "./messages.ts";

const MAX_HITS = 6;

/** Finds activities by title or number, and the act of starting one. A number of eleven digits may be a mobile. */
export async function searchActivities(text: string): Promise<readonly SearchHit[]> {
  const acts: SearchHit[] = texts.create.includes(text)
    ? [{ key: "new", label: texts.create, to: "/activities?new=1", hint: "" }]
    : [];
  if (/^1\d{10}$/.test(text)) return acts;
  const { rows } = await loadActivities({ filter: { text } });
  const found = rows.slice(0, MAX_HITS).map(({ activityId, title, state }) => ({
    key: activityId,
    label: title,
    to: `/activities/${activityId}`,
    hint: activityStates[state],
  }));
  return [...acts, ...found];
}
