import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import { createStaffLinks, type StaffLink } from "../database/staff-links.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { every } from "../timers.ts";
import { articleRoutes } from "./article-routes.ts";
import { createClub } from "./club.ts";
import { commentRoutes } from "./comment-routes.ts";
import { complaintRoutes } from "./complaint-routes.ts";
import type { CommunityDoors } from "./doors.ts";
import { groupRoutes } from "./group-routes.ts";
import { hiddenRoutes } from "./hidden-routes.ts";
import { moveClub } from "./join.ts";
import { leadingRoutes } from "./leading-routes.ts";
import { memberRoutes } from "./member-routes.ts";
import { readRoutes } from "./read-routes.ts";
import { repair } from "./repair.ts";
import { PACE_WINDOW } from "./rules.ts";
import { addClub, type NewClub } from "./seed.ts";
import { createStream } from "./stream.ts";

export type { NewClub, NewClubArticle, NewClubComment, NewGroup, NewMember } from "./seed.ts";

export type { StaffLink } from "../database/staff-links.ts";

export type Community = {
  /** By which operators decide complaints. */
  readonly complaintLinks: {
    /** Makes a link. @returns its token: shown once, kept as a hash */
    add(days?: number): Promise<string>;
    /** The last links, newest first. */
    list(): Promise<StaffLink[]>;
    /** @returns whether there was one to revoke */
    revoke(linkId: string): Promise<boolean>;
  };
  /** Adds groups, people and what they wrote to a club that has none. */
  add(club: NewClub): Promise<void>;
  /** Holds all counters against what they count; runs by itself. @returns how many differed */
  repair(): Promise<number>;
  /** Makes search keys of whoever is new or renamed; runs by itself. */
  makeKeys(): Promise<void>;
  /** Which of several uploaded pictures an article names that is not deleted. */
  named(pictureIds: readonly string[]): Promise<string[]>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  move(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};

/** From one look for new names to the next, ms. */
const NAMES = 5_000;
const HOUR = 3_600_000;

/** The car club: groups, articles, comments, likes, follows (contract section 7, requirements P01–P24). */
export function createCommunity(
  kit: Kit,
  calls: Calls,
  app: FastifyInstance,
  doors: CommunityDoors & { /** Path of the api base, with slashes. */ readonly prefix: string },
): Community {
  const club = createClub(kit, doors);
  const stream = createStream(kit, app, doors.prefix, club.articles);
  readRoutes(calls, club);
  groupRoutes(calls, club);
  leadingRoutes(calls, club);
  articleRoutes(calls, club, stream);
  commentRoutes(calls, club, stream);
  hiddenRoutes(calls, club);
  memberRoutes(calls, club, stream);
  complaintRoutes(calls, kit.db, club, stream);
  const makeKeys = async (): Promise<void> => {
    while ((await club.members.makeKeys(200)) === 200);
  };
  const runs = [
    every(NAMES, makeKeys, kit.log),
    every(
      6 * HOUR,
      async () => {
        const mended = await repair(kit.db);
        if (mended > 0) kit.log.warn({ mended }, "counters of the car club differed from what they count");
      },
      kit.log,
    ),
    every(HOUR, () => club.members.forgetPaces(new Date(kit.clock.now() - 2 * PACE_WINDOW)), kit.log),
  ];
  const links = createStaffLinks(kit, "complaint_link");
  return {
    complaintLinks: { ...links, add: (days) => links.add({}, days) },
    add: (rows) => addClub(kit.db, rows),
    repair: () => repair(kit.db),
    makeKeys,
    named: (pictureIds) => club.articles.named(pictureIds),
    tables: ["club_member"],
    move: moveClub,
    close: () => {
      stream.close();
      for (const run of runs) run.stop();
    },
  };
}
