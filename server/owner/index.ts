import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { runPeriodically } from "../core/run-periodically.ts";
import type { OwnerPorts } from "./ports.ts";
import { createReviewJob } from "./review-job.ts";
import { httpReviewer, type OwnerReviewer } from "./review-client.ts";
import { ownerRoutes } from "./routes.ts";
import { ownerStore } from "./store.ts";

export type { ReviewRequest, ReviewVerdict } from "./review-client.ts";

export type Owners = {
  /** Asks about what is due, and gives up pictures that have served; runs by itself. */
  review(): Promise<void>;
  /** Which of several pictures an application names. */
  named(pictureIds: readonly string[]): Promise<string[]>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};

/** How often what is due is looked for, ms. */
const REVIEW_INTERVAL = 5_000;
/** The stand-in's address below the origin, and what it takes for a secret; it is none. */
const SIMULATED_REVIEWER = { path: "/sim/owner-review", secret: "stand-in-of-the-reviewer" };

function reviewerOf(context: AppContext): OwnerReviewer | null {
  const { ownerReview, simulators } = context.config;
  if (ownerReview !== null) return httpReviewer(ownerReview);
  if (!simulators) return null;
  // The origin is known once the server listens.
  return (application) =>
    httpReviewer({ url: context.origin() + SIMULATED_REVIEWER.path, secret: SIMULATED_REVIEWER.secret })(
      application,
    );
}

/** Verified owners: applications with a licence's picture, decided by the maker's own system (contract section 7). */
export function createOwners(context: AppContext, calls: RpcRouter, ports: OwnerPorts): Owners {
  const store = ownerStore(context.db);
  const reviewer = reviewerOf(context);
  const review = reviewer && createReviewJob(context, store, ports, reviewer);
  ownerRoutes(context, calls, store, ports, review);
  const round = async (): Promise<void> => {
    await review?.run();
    await review?.forget();
  };
  const going = review && runPeriodically(REVIEW_INTERVAL, round, context.log);
  return {
    review: round,
    named: (pictureIds) => store.named(pictureIds),
    tables: ["owner_application"],
    async mergeUsers(db, from, to) {
      await sql`update owner_application set user_id = ${to} where user_id = ${from}`.execute(db);
    },
    close: () => going?.stop(),
  };
}
