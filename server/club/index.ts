import type { FastifyInstance } from "fastify";
import type { Database } from "../database/connection/database.ts";
import { createStaffLinks, type StaffLink } from "../database/shared-tables/staff-links.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { articleRoutes } from "./article/routes.ts";
import { createClubContext } from "./club-context.ts";
import { registerClubConsoleCalls } from "./console/index.ts";
import type { ClubConsolePorts } from "./console/ports.ts";
import { commentRoutes } from "./comment/routes.ts";
import { feedRoutes } from "./feed/routes.ts";
import { groupRoutes } from "./group/routes.ts";
import { repairCounters } from "./maintenance/counter-repair-store.ts";
import { mergeClubMembers } from "./maintenance/merge-users-store.ts";
import { memberRoutes } from "./member/routes.ts";
import { complaintRoutes } from "./moderation/complaint-routes.ts";
import { moderationRoutes } from "./moderation/routes.ts";
import { notificationRoutes } from "./notification/routes.ts";
import type { ClubPorts } from "./ports.ts";
import { RATE_LIMIT_WINDOW } from "./rate-limits.ts";
import { seedClub, type NewClub } from "./maintenance/seed-store.ts";
import { createArticleStream } from "./article/article-stream.ts";

export type {
  NewClub,
  NewClubArticle,
  NewClubComment,
  NewClubReport,
  NewGroup,
  NewMember,
} from "./maintenance/seed-store.ts";

export type { StaffLink } from "../database/shared-tables/staff-links.ts";

export type ClubModule = {
  /** Staff links of the operators who decide complaints. */
  readonly complaintLinks: {
    /** Creates a link. @returns its token, which is stored only as a hash */
    seed(days?: number): Promise<string>;
    /** The latest links, the newest first. */
    list(): Promise<StaffLink[]>;
    /** @returns whether there was a link to revoke */
    revoke(linkId: string): Promise<boolean>;
  };
  /** Fills an empty club with groups, members and their content. */
  add(club: NewClub): Promise<void>;
  /** Compares all counters with their rows and corrects them; also runs periodically. @returns number of corrections */
  repairCounters(): Promise<number>;
  /** Creates the search keys of new and renamed members; also runs periodically. */
  updateSearchKeys(): Promise<void>;
  /** Filters uploaded pictures to those that an article uses; deleted articles do not count. */
  picturesInUse(pictureIds: readonly string[]): Promise<string[]>;
  /** @throws Refusal "flowBranch" for a user whom operators have barred */
  refuseBarred(userId: string): Promise<void>;
  /** Whether a text has a word that nobody may write. */
  hasForbiddenWord(text: string, within?: Database): Promise<boolean>;
  /** Registers the console's calls about complaints, members, words and groups. */
  registerConsoleCalls(calls: OperatorRouter, ports: ClubConsolePorts): void;
  /** Tables that `mergeUsers` updates. */
  readonly tables: readonly string[];
  /** Merges the members of two users who are one person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};

/** Interval of the search key update, ms. */
const SEARCH_KEYS_INTERVAL = 5_000;
const SEARCH_KEYS_BATCH = 200;
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
  feedRoutes(calls, club);
  groupRoutes(calls, club);
  articleRoutes(calls, club, stream);
  commentRoutes(calls, club, stream);
  memberRoutes(calls, club);
  notificationRoutes(calls, club);
  moderationRoutes(calls, club, stream);
  complaintRoutes(calls, context.db, club, stream);
  const updateSearchKeys = async (): Promise<void> => {
    while ((await club.members.updateSearchKeys(SEARCH_KEYS_BATCH)) === SEARCH_KEYS_BATCH);
  };
  const tasks = [
    context.tasks.schedule("club.search-keys", SEARCH_KEYS_INTERVAL, updateSearchKeys),
    context.tasks.schedule("club.counters", 6 * HOUR, async () => {
      const repaired = await repairCounters(context.db);
      if (repaired > 0) context.log.warn({ repaired }, "club counters repaired");
    }),
    context.tasks.schedule("club.purge", HOUR, () =>
      club.members.deleteOldActionCounts(new Date(context.clock.now() - 2 * RATE_LIMIT_WINDOW)),
    ),
  ];
  const links = createStaffLinks(context, "complaint_link");
  return {
    complaintLinks: { ...links, seed: (days) => links.add({}, days) },
    add: (rows) => seedClub(context.db, rows),
    repairCounters: () => repairCounters(context.db),
    updateSearchKeys,
    picturesInUse: (pictureIds) => club.articles.findPicturesInUse(pictureIds),
    async refuseBarred(userId) {
      const memberId = await club.members.findId(userId);
      if (memberId !== null) await club.requireNotBarred(memberId);
    },
    hasForbiddenWord: (text, within) => club.words.has(text, within),
    registerConsoleCalls: (consoleCalls, consolePorts) =>
      registerClubConsoleCalls(consoleCalls, { context, club, stream, ports: consolePorts }),
    tables: ["club_member"],
    mergeUsers: mergeClubMembers,
    close: () => {
      stream.close();
      for (const task of tasks) task.stop();
    },
  };
}
