import { labLogin } from "#contract/console/lab.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { NewActivity, NewBanner, NewSeries } from "../server/activity/index.ts";
import type { NewBenefit } from "../server/benefit/index.ts";
import type { NewClub } from "../server/club/index.ts";
import type { NewKocProgram } from "../server/koc/index.ts";
import type { NewProcess, PersonField } from "../server/flow/index.ts";
import type { NewContest, SeededEntry } from "../server/contest/index.ts";
import type { SeededMall } from "../server/mall/index.ts";
import type { SeededOrder } from "../server/order/index.ts";
import type { SeededBills } from "../server/payment/index.ts";
import type { SeededLead } from "../server/lead/index.ts";
import type { SeededOwnerApplication } from "../server/owner/index.ts";
import type { SeededUser } from "../server/session/index.ts";
import type { SeededSignUp, SeededWaiting } from "../server/signup/index.ts";
import { conceptKeyOf } from "./activity/activity-texts.ts";
import { demoBanners } from "./banners.ts";
import { scheduleActivities } from "./activity/scheduling.ts";
import { demoClub } from "./club/index.ts";
import { demoBenefits } from "./benefits.ts";
import { scheduleFeatured } from "./activity/featured.ts";
import { demoApplicants, demoKocPrograms, type DemoApplicant } from "./koc-programs.ts";
import { toOfflineActivity } from "./activity/offline.ts";
import { onlineActivities } from "./activity/online.ts";
import { demoAccountFields, demoAccounts, type DemoAccount } from "./accounts.ts";
import { putPictures, type PictureUrls } from "./pictures.ts";
import { readPlaces, type DemoPlaces } from "./location/places.ts";
import { demoChoiceVotes, demoContests, demoEntries, periodOfEntries } from "./contests.ts";
import { countRows, type CountedActivities } from "./guests/interest.ts";
import { demoLeads } from "./guests/leads.ts";
import { demoGuests } from "./guests/people.ts";
import { demoSignUps, type ActivityGuests } from "./guests/sign-ups.ts";
import { demoMall } from "./mall/catalogue.ts";
import { demoBills, demoOrders } from "./mall/orders.ts";
import { demoOperators, type DemoOperator } from "./operators.ts";
import { demoProcesses } from "./flow-processes.ts";
import { demoHandouts, type DemoHandouts } from "./handouts.ts";
import { demoOwnerApplications } from "./owner-applications.ts";
import { demoSeries } from "./series.ts";

export { featuredIds } from "./activity/featured.ts";
export { demoAccounts, type DemoAccount } from "./accounts.ts";
export type { DemoHandouts } from "./handouts.ts";

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
  /** Applications under review; requires programmes and guests. */
  addKocApplications(rows: readonly DemoApplicant[]): Promise<void>;
  /** Applications of owners; requires guests and series. */
  addOwnerApplications(rows: readonly SeededOwnerApplication[]): Promise<void>;
  /** Invitation codes and staff links, which are new ones in each call: the last step. @param operatorId who makes them */
  addHandouts(handouts: DemoHandouts, operatorId: string): Promise<void>;
  /** The mall; requires dealers and series. */
  addMall(mall: SeededMall): Promise<void>;
  addBanners(rows: readonly NewBanner[]): Promise<void>;
  /** Processes of activities; requires the activities. */
  addProcesses(rows: readonly NewProcess[]): Promise<void>;
  addFields(rows: readonly PersonField[]): Promise<void>;
  /** The car club; requires people and activities. */
  addClub(club: NewClub): Promise<void>;
  addPeople(rows: readonly DemoAccount[]): Promise<void>;
  /** Operators of the console; those of an interrupted import stay. @returns ids by login */
  addOperators(rows: readonly DemoOperator[]): Promise<ReadonlyMap<string, string>>;
  /** Orders of guests with their lives, and the channels' bills; requires mall, guests and operators. */
  addOrders(orders: readonly SeededOrder[], bills: SeededBills): Promise<void>;
  addGuests(rows: readonly SeededUser[]): Promise<void>;
  /** Sign-ups and waitlist entries; requires activities and guests. */
  addSignUps(signUps: readonly SeededSignUp[], waiting: readonly SeededWaiting[]): Promise<void>;
  addLeads(activityId: string, rows: readonly SeededLead[]): Promise<void>;
  addContests(rows: readonly NewContest[]): Promise<void>;
  /** Entries and votes; requires contests and sign-ups. */
  addEntries(rows: readonly SeededEntry[], period: string): Promise<void>;
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

/** Sign-ups of one statement: enough to be fast, few enough for the memory. */
const BATCH = 2_000;
/** Joins the guests of activities to batches. */
function* batchesOf(all: Iterable<ActivityGuests>): Generator<ActivityGuests> {
  let batch: ActivityGuests = { signUps: [], waiting: [] };
  for (const { signUps, waiting } of all) {
    batch.signUps.push(...signUps);
    batch.waiting.push(...waiting);
    if (batch.signUps.length < BATCH) continue;
    yield batch;
    batch = { signUps: [], waiting: [] };
  }
  yield batch;
}

/** Adds the people who take part, activity by activity. */
async function addGuestRows(
  ports: DemoPorts,
  { activities, leads }: CountedActivities,
  pictures: PictureUrls,
  now: number,
): Promise<void> {
  const guests = demoGuests(now);
  await ports.addGuests(guests);
  await ports.addContests(demoContests(activities, pictures));
  const byId = new Map(activities.map((activity) => [activity.activityId, activity]));
  // Contests need a few thousand sign-ups, which are kept; the others go as soon as they are written.
  const contestants = new Map<NewActivity, SeededSignUp[]>();
  for (const { signUps, waiting } of batchesOf(demoSignUps(activities, guests, now))) {
    await ports.addSignUps(signUps, waiting);
    for (const one of signUps) {
      const activity = byId.get(one.activity_id);
      if (activity && ["photo-call", "vote"].includes(conceptKeyOf(activity)))
        contestants.set(activity, [...(contestants.get(activity) ?? []), one]);
    }
  }
  for (const [activity, signUps] of contestants)
    if (conceptKeyOf(activity) === "vote") await ports.addEntries(demoChoiceVotes(activity, signUps), "once");
    else await ports.addEntries(demoEntries(activity, signUps, guests, pictures, now), periodOfEntries(now));
  for (const { activityId, leads: rows } of demoLeads(activities, (id) => leads.get(id) ?? 0, guests, now))
    await ports.addLeads(activityId, rows);
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
  const { activities, leads } = countRows([
    ...offlineActivities(places, pictures, now),
    ...onlineActivities(places, pictures, now),
  ]);
  await ports.addOrganisations(places.dealers);
  await ports.addSeries(demoSeries(pictures));
  await ports.addBanners(demoBanners(pictures, places.cities.length, now));
  await ports.addPeople(demoAccounts);
  await ports.addFields(demoAccountFields);
  // Activities are imported in one step: those of an interrupted import stay unchanged.
  if (await ports.isEmpty()) await ports.addActivities(activities);
  await ports.addBenefits(demoBenefits(activities));
  const programmes = demoKocPrograms(activities);
  await ports.addKocPrograms(programmes);
  await ports.addProcesses(demoProcesses(activities, now));
  const dealerIds = places.dealers.map(({ id }) => id);
  const operatorIds = await ports.addOperators(demoOperators(dealerIds[0] ?? "0"));
  const mall = demoMall(pictures, dealerIds, now);
  await ports.addMall(mall);
  await ports.addClub(demoClub(pictures, activities, now));
  await addGuestRows(ports, { activities, leads }, pictures, now);
  await ports.addKocApplications(demoApplicants(programmes, demoGuests(now), now));
  const operatorId = operatorIds.get(labLogin("hq-staff")) ?? "demo";
  const orders = demoOrders({ mall, guests: demoGuests(now), dealerIds, operatorId, now });
  await ports.addOrders(orders, demoBills(now));
  await ports.addOwnerApplications(demoOwnerApplications(demoGuests(now), now));
  await ports.addHandouts(demoHandouts(activities, now), operatorId);
  return { activities: activities.length, dealers: places.dealers.length };
}
