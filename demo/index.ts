import type { Organisation } from "#contract/organisation/organisation.ts";
import type { NewActivity, NewBanner, NewSeries } from "../server/activity/index.ts";
import type { NewBenefit } from "../server/benefit/index.ts";
import type { NewClub } from "../server/club/index.ts";
import type { NewKocProgram } from "../server/koc/index.ts";
import type { NewProcess, PersonField } from "../server/flow/index.ts";
import { demoBanners } from "./banners.ts";
import { scheduleActivities } from "./activity/scheduling.ts";
import { demoClub } from "./club/index.ts";
import { demoBenefits } from "./benefits.ts";
import { scheduleFeatured } from "./activity/featured.ts";
import { demoKocPrograms } from "./koc-programs.ts";
import { toOfflineActivity } from "./activity/offline.ts";
import { onlineActivities } from "./activity/online.ts";
import { demoAccountFields, demoAccounts, type DemoAccount } from "./accounts.ts";
import { putPictures, type PictureUrls } from "./pictures.ts";
import { readPlaces, type DemoPlaces } from "./location/places.ts";
import { demoProcesses } from "./flow-processes.ts";
import { demoSeries } from "./series.ts";

export { featuredIds } from "./activity/featured.ts";
export { demoAccounts, type DemoAccount } from "./accounts.ts";

/** Ports through which the demo brand is imported; the composition root connects them to the modules. */
export type DemoPorts = {
  isEmpty(): Promise<boolean>;
  /** @returns address of the picture below the origin, "/media/…" */
  putPicture(name: string, bytes: Buffer): Promise<{ url: string }>;
  addOrganisations(rows: readonly Organisation[]): Promise<void>;
  addSeries(rows: readonly NewSeries[]): Promise<void>;
  addActivities(rows: readonly NewActivity[]): Promise<void>;
  addBenefits(rows: readonly NewBenefit[]): Promise<void>;
  addKocPrograms(rows: readonly NewKocProgram[]): Promise<void>;
  addBanners(rows: readonly NewBanner[]): Promise<void>;
  /** Processes of activities; requires the activities. */
  addProcesses(rows: readonly NewProcess[]): Promise<void>;
  addFields(rows: readonly PersonField[]): Promise<void>;
  /** The car club; requires people and activities. */
  addClub(club: NewClub): Promise<void>;
  addPeople(rows: readonly DemoAccount[]): Promise<void>;
};

function offlineActivities(places: DemoPlaces, pictures: PictureUrls, now: number): NewActivity[] {
  const featured = scheduleFeatured(places, now);
  const turns = new Map<string, number>();
  let sessions = 0;
  return [...featured, ...scheduleActivities(places, featured, now)].map((scheduled, number) => {
    const turn = turns.get(scheduled.concept.key) ?? 0;
    turns.set(scheduled.concept.key, turn + 1);
    const made = toOfflineActivity(scheduled, { number, turn, firstSession: sessions }, places, pictures);
    sessions += made.sessions.length;
    return made;
  });
}

/**
 * Fills an empty database with 青岚汽车: dealers, series, activities, banners, people; or continues an
 * interrupted import. Dates are relative to `now` (ms), so that at any first start and for 60 days after it
 * there are upcoming, open and past activities. The same `now` creates the same rows.
 */
export async function fillDemo(
  ports: DemoPorts,
  now: number,
): Promise<{ activities: number; dealers: number }> {
  const places = readPlaces();
  const pictures = await putPictures((name, bytes) => ports.putPicture(name, bytes));
  const activities = [
    ...offlineActivities(places, pictures, now),
    ...onlineActivities(places, pictures, now),
  ];
  await ports.addOrganisations(places.dealers);
  await ports.addSeries(demoSeries(pictures));
  await ports.addBanners(demoBanners(pictures, places.cities.length, now));
  await ports.addPeople(demoAccounts);
  await ports.addFields(demoAccountFields);
  // Activities are imported in one step: those of an interrupted import stay unchanged.
  if (await ports.isEmpty()) await ports.addActivities(activities);
  await ports.addBenefits(demoBenefits(activities));
  await ports.addKocPrograms(demoKocPrograms(activities));
  await ports.addProcesses(demoProcesses(activities, now));
  await ports.addClub(demoClub(pictures, activities, now));
  return { activities: activities.length, dealers: places.dealers.length };
}
