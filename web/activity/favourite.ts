import type { Activity } from "#contract/activity.ts";

const shown = [
  "activityId",
  "activityType",
  "title",
  "coverUrl",
  "startTime",
  "endTime",
] as const satisfies readonly (keyof Activity)[];

/** What a list of favourites shows without asking the server: the value of a record in store `favorites`. */
export type Favourite = Pick<Activity, (typeof shown)[number]>;
export const favouriteOf = (activity: Activity): Favourite =>
  Object.fromEntries(shown.map((name) => [name, activity[name]])) as Favourite;

/** Whether a record is one of ours. */
export const isFavourite = (value: unknown): value is Favourite =>
  typeof value === "object" &&
  value !== null &&
  shown.every((name) => typeof (value as Partial<Favourite>)[name] === "string");
