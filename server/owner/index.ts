import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { every } from "../timers.ts";
import type { OwnerDoors } from "./doors.ts";
import { createReview } from "./review.ts";
import { httpReviewer, type Reviewer } from "./reviewer.ts";
import { ownerRoutes } from "./routes.ts";
import { ownerStore } from "./store.ts";

export type { Reviewed, Verdict } from "./reviewer.ts";

export type Owners = {
  /** Asks about what is due, and gives up pictures that have served; runs by itself. */
  review(): Promise<void>;
  /** Which of several pictures an application names. */
  named(pictureIds: readonly string[]): Promise<string[]>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  move(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};

/** How often what is due is looked for, ms. */
const ROUND = 5_000;
/** The stand-in's address below the origin, and what it takes for a secret; it is none. */
const STAND_IN = { path: "/sim/owner-review", secret: "stand-in-of-the-reviewer" };

function reviewerOf(kit: Kit): Reviewer | null {
  const { ownerReview, simulators } = kit.config;
  if (ownerReview !== null) return httpReviewer(ownerReview);
  if (!simulators) return null;
  // The origin is known once the server listens.
  return (application) =>
    httpReviewer({ url: kit.origin() + STAND_IN.path, secret: STAND_IN.secret })(application);
}

/** Verified owners: applications with a licence's picture, decided by the maker's own system (contract section 7). */
export function createOwners(kit: Kit, calls: Calls, doors: OwnerDoors): Owners {
  const store = ownerStore(kit.db);
  const reviewer = reviewerOf(kit);
  const review = reviewer && createReview(kit, store, doors, reviewer);
  ownerRoutes(kit, calls, store, doors, review);
  const round = async (): Promise<void> => {
    await review?.run();
    await review?.forget();
  };
  const going = review && every(ROUND, round, kit.log);
  return {
    review: round,
    named: (pictureIds) => store.named(pictureIds),
    tables: ["owner_application"],
    async move(db, from, to) {
      await sql`update owner_application set user_id = ${to} where user_id = ${from}`.execute(db);
    },
    close: () => going?.stop(),
  };
}
