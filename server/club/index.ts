import type { FastifyInstance } from "fastify";
import type { Database } from "../database/connection/database.ts";
import { createStaffLinks, type StaffLink } from "../database/shared-tables/staff-links.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { runPeriodically } from "../core/run-periodically.ts";
import { articleRoutes } from "./article/routes.ts";
import { createClubContext } from "./club-context.ts";
import { commentRoutes } from "./comment/routes.ts";
import { complaintRoutes } from "./moderation/complaint-routes.ts";
import type { ClubPorts } from "./ports.ts";
import { groupRoutes } from "./group/routes.ts";
import { hiddenRoutes } from "./moderation/hidden-routes.ts";
import { mergeClubMembers } from "./maintenance/merge-users-store.ts";
import { leaderRoutes } from "./group/leader-routes.ts";
import { memberRoutes } from "./member/routes.ts";
import { readRoutes } from "./feed/routes.ts";
import { repairCounters } from "./maintenance/counter-repair-store.ts";
import { RATE_LIMIT_WINDOW } from "./rules.ts";
import { seedClub, type NewClub } from "./maintenance/seed-store.ts";
import { createArticleStream } from "./article/article-stream.ts";

export type {
  NewClub,
  NewClubArticle,
  NewClubComment,
  NewGroup,
  NewMember,
} from "./maintenance/seed-store.ts";

export type { StaffLink } from "../database/shared-tables/staff-links.ts";

export type ClubModule = {
  /** By which operators decide complaints. */
  readonly complaintLinks: {
    /** Makes a link. @returns its token: shown once, kept as a hash */
    seed(days?: number): Promise<string>;
    /** The last links, newest first. */
    list(): Promise<StaffLink[]>;
    /** @returns whether there was one to revoke */
    revoke(linkId: string): Promise<boolean>;
  };
  /** Adds groups, people and what they wrote to a club that has none. */
  add(club: NewClub): Promise<void>;
  /** Holds all counters against what they count; runs by itself. @returns how many differed */
  repairCounters(): Promise<number>;
  /** Makes search keys of whoever is new or renamed; runs by itself. */
  updateSearchKeys(): Promise<void>;
  /** Which of several uploaded pictures an article names that is not deleted. */
  picturesInUse(pictureIds: readonly string[]): Promise<string[]>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};

/** From one look for new names to the next, ms. */
const NAMES = 5_000;
const HOUR = 3_600_000;

/** The car club: groups, articles, comments, likes, follows (contract section 7, requirements P01–P24). */
export function createClubModule(
  context: AppContext,
  calls: RpcRouter,
  app: FastifyInstance,
  ports: ClubPorts & { /** Path of the api base, with slashes. */ readonly prefix: string },
): ClubModule {
  const club = createClubContext(context, ports);
  const stream = createArticleStream(context, app, ports.prefix, club.articles);
  readRoutes(calls, club);
  groupRoutes(calls, club);
  leaderRoutes(calls, club);
  articleRoutes(calls, club, stream);
  commentRoutes(calls, club, stream);
  hiddenRoutes(calls, club);
  memberRoutes(calls, club, stream);
  complaintRoutes(calls, context.db, club, stream);
  const makeKeys = async (): Promise<void> => {
    while ((await club.members.makeKeys(200)) === 200);
  };
  const runs = [
    runPeriodically(NAMES, makeKeys, context.log),
    runPeriodically(
      6 * HOUR,
      async () => {
        const mended = await repairCounters(context.db);
        if (mended > 0)
          context.log.warn({ mended }, "counters of the car club differed from what they count");
      },
      context.log,
    ),
    runPeriodically(
      HOUR,
      () => club.members.forgetPaces(new Date(context.clock.now() - 2 * RATE_LIMIT_WINDOW)),
      context.log,
    ),
  ];
  const links = createStaffLinks(context, "complaint_link");
  return {
    complaintLinks: { ...links, seed: (days) => links.add({}, days) },
    add: (rows) => seedClub(context.db, rows),
    repairCounters: () => repairCounters(context.db),
    updateSearchKeys: makeKeys,
    picturesInUse: (pictureIds) => club.articles.named(pictureIds),
    tables: ["club_member"],
    mergeUsers: mergeClubMembers,
    close: () => {
      stream.close();
      for (const run of runs) run.stop();
    },
  };
}
