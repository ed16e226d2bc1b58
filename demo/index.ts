import type { Organisation } from "#contract/organisation.ts";
import type { NewActivity, NewBanner, NewSeries } from "../server/activity/index.ts";
import type { NewBenefit } from "../server/benefit/index.ts";
import type { NewClub } from "../server/community/index.ts";
import type { NewKocProgram } from "../server/koc/index.ts";
import type { NewProcess, PersonField } from "../server/flow/index.ts";
import { demoBanners } from "./banners.ts";
import { castAll } from "./casting.ts";
import { demoClub } from "./club/index.ts";
import { demoBenefits } from "./coupons.ts";
import { castFeatured } from "./featured.ts";
import { demoKocPrograms } from "./kocs.ts";
import { toActivity } from "./offline.ts";
import { onlineActivities } from "./online.ts";
import { demoFields, demoPeople, type NewPerson } from "./people.ts";
import { putPictures, type Pictures } from "./pictures.ts";
import { readPlaces, type Places } from "./places.ts";
import { demoProcesses } from "./processes.ts";
import { demoSeries } from "./series.ts";

export { featuredIds } from "./featured.ts";
export { demoPeople, type NewPerson } from "./people.ts";

/** What the demo brand is filled through; the composition root hands it the modules' doors. */
export type DemoDoors = {
  isEmpty(): Promise<boolean>;
  /** @returns the picture's address below the origin, "/media/…" */
  putPicture(name: string, bytes: Buffer): Promise<{ url: string }>;
  addOrganisations(rows: readonly Organisation[]): Promise<void>;
  addSeries(rows: readonly NewSeries[]): Promise<void>;
  addActivities(rows: readonly NewActivity[]): Promise<void>;
  addBenefits(rows: readonly NewBenefit[]): Promise<void>;
  addKocPrograms(rows: readonly NewKocProgram[]): Promise<void>;
  addBanners(rows: readonly NewBanner[]): Promise<void>;
  /** Who may take part in which activity; the activities are there. */
  addProcesses(rows: readonly NewProcess[]): Promise<void>;
  addFields(rows: readonly PersonField[]): Promise<void>;
  /** The car club; people and activities are there. */
  addClub(club: NewClub): Promise<void>;
  addPeople(rows: readonly NewPerson[]): Promise<void>;
};

function offlineActivities(places: Places, pictures: Pictures, now: number): NewActivity[] {
  const featured = castFeatured(places, now);
  const turns = new Map<string, number>();
  let sessions = 0;
  return [...featured, ...castAll(places, featured, now)].map((cast, number) => {
    const turn = turns.get(cast.concept.key) ?? 0;
    turns.set(cast.concept.key, turn + 1);
    const made = toActivity(cast, { number, turn, firstSession: sessions }, places, pictures);
    sessions += made.sessions.length;
    return made;
  });
}

/**
 * Fills an empty database with 青岚汽车: dealers, series, activities, banners, people; or goes on with
 * a filling that was broken off, wherever that was. Dates are relative to `now` (ms), so that at any
 * first start and for 60 days after it something has not begun, something is open and something is
 * over. The same `now` gives the same rows.
 */
export async function fillDemo(
  doors: DemoDoors,
  now: number,
): Promise<{ activities: number; dealers: number }> {
  const places = readPlaces();
  const pictures = await putPictures((name, bytes) => doors.putPicture(name, bytes));
  const activities = [
    ...offlineActivities(places, pictures, now),
    ...onlineActivities(places, pictures, now),
  ];
  await doors.addOrganisations(places.dealers);
  await doors.addSeries(demoSeries(pictures));
  await doors.addBanners(demoBanners(pictures, places.cities.length, now));
  await doors.addPeople(demoPeople);
  await doors.addFields(demoFields);
  // All of them or none: those of a filling that was broken off stay as they are.
  if (await doors.isEmpty()) await doors.addActivities(activities);
  await doors.addBenefits(demoBenefits(activities));
  await doors.addKocPrograms(demoKocPrograms(activities));
  await doors.addProcesses(demoProcesses(activities, now));
  await doors.addClub(demoClub(pictures, activities, now));
  return { activities: activities.length, dealers: places.dealers.length };
}
