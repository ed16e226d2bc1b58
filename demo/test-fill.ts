import type { Organisation } from "#contract/organisation/organisation.ts";
import type { NewBenefit } from "../server/benefit/index.ts";
import type { NewActivity, NewBanner, NewSeries } from "../server/activity/index.ts";
import type { NewClub } from "../server/club/index.ts";
import type { NewProcess } from "../server/flow/index.ts";
import type { NewContest, SeededEntry } from "../server/contest/index.ts";
import type { SeededMall } from "../server/mall/index.ts";
import type { SeededLead } from "../server/lead/index.ts";
import type { SeededOwnerApplication } from "../server/owner/index.ts";
import type { SeededSignUp, SeededWaiting } from "../server/signup/index.ts";
import { fillDemo, type DemoAccount, type DemoHandouts } from "./index.ts";

/** Rows that the demo brand would write. */
export type Filled = {
  readonly activities: NewActivity[];
  readonly dealers: Organisation[];
  readonly benefits: NewBenefit[];
  readonly series: NewSeries[];
  readonly banners: NewBanner[];
  readonly people: DemoAccount[];
  readonly processes: NewProcess[];
  readonly clubs: NewClub[];
  readonly signUps: SeededSignUp[];
  readonly waiting: SeededWaiting[];
  readonly leads: SeededLead[];
  readonly contests: NewContest[];
  readonly entries: SeededEntry[];
  readonly malls: SeededMall[];
  readonly ownerApplications: SeededOwnerApplication[];
  readonly handouts: DemoHandouts[];
  readonly pictures: Map<string, Buffer>;
};

/** Saturday, the date in the mock-ups. */
export const mockUpDay = Date.parse("2026-11-21T09:41:00+08:00");

const nothing = (): Filled => ({
  activities: [],
  dealers: [],
  benefits: [],
  series: [],
  banners: [],
  people: [],
  processes: [],
  clubs: [],
  signUps: [],
  waiting: [],
  leads: [],
  contests: [],
  entries: [],
  malls: [],
  ownerApplications: [],
  handouts: [],
  pictures: new Map(),
});

/** Fills the demo brand into memory. @param now ms */
export async function fillInMemory(now: number): Promise<Filled> {
  const filled = nothing();
  const collect =
    <T>(list: T[]) =>
    (rows: readonly T[]): Promise<void> => {
      list.push(...rows);
      return Promise.resolve();
    };
  await fillDemo(
    {
      isEmpty: () => Promise.resolve(true),
      putPicture(name, bytes) {
        filled.pictures.set(name, bytes);
        return Promise.resolve({ url: `/media/${name}` });
      },
      addOrganisations: collect(filled.dealers),
      addSeries: collect(filled.series),
      addActivities: collect(filled.activities),
      addBenefits: collect(filled.benefits),
      addKocPrograms: () => Promise.resolve(),
      addKocApplications: () => Promise.resolve(),
      addOwnerApplications: collect(filled.ownerApplications),
      addHandouts: (handouts) => collect(filled.handouts)([handouts]),
      addMall: (mall) => collect(filled.malls)([mall]),
      addBanners: collect(filled.banners),
      addPeople: collect(filled.people),
      addProcesses: collect(filled.processes),
      addFields: () => Promise.resolve(),
      addGuests: () => Promise.resolve(),
      addOperators: () => Promise.resolve(new Map()),
      addOrders: () => Promise.resolve(),
      addSignUps: (signUps, waiting) => {
        filled.signUps.push(...signUps);
        filled.waiting.push(...waiting);
        return Promise.resolve();
      },
      addLeads: (_activityId, rows) => collect(filled.leads)(rows),
      addContests: collect(filled.contests),
      addEntries: (rows) => collect(filled.entries)(rows),
      addClub: (club) => collect(filled.clubs)([club]),
    },
    now,
  );
  return filled;
}

/** Titles of the activities with a fault, for readable messages. */
export const titlesWhere = (
  activities: readonly NewActivity[],
  fault: (one: NewActivity) => boolean,
): string[] => activities.filter(fault).map(({ title }) => title);
