import type { Database } from "../database/connection/database.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { registerOwnerConsoleCalls, type OwnerConsolePorts } from "./console/routes.ts";
import { mergeOwnerApplications } from "./merge-users-store.ts";
import type { OwnerPorts } from "./ports.ts";
import { createReviewJob } from "./review-job.ts";
import { httpReviewer, type OwnerReviewer } from "./review-client.ts";
import { ownerRoutes } from "./routes.ts";
import { seedOwnerApplications, type SeededOwnerApplication } from "./seed-store.ts";
import { ownerStore } from "./store.ts";

export type { ReviewRequest, ReviewVerdict } from "./review-client.ts";
export type { SeededOwnerApplication } from "./seed-store.ts";

export type Owners = {
  /** Reviews due applications and releases pictures whose retention has ended; also runs periodically. */
  review(): Promise<void>;
  /** Adds applications of the demo. */
  seed(applications: readonly SeededOwnerApplication[]): Promise<void>;
  /** Returns those of the given pictures that an application refers to. */
  picturesInUse(pictureIds: readonly string[]): Promise<string[]>;
  /** Registers the console's calls about applications (requirement CO75). */
  registerConsoleCalls(calls: OperatorRouter, ports: OwnerConsolePorts): void;
  readonly tables: readonly string[];
  /** Moves the rows of one user to another when both are the same person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};

/** Interval of the search for due applications, ms. */
const REVIEW_INTERVAL = 5_000;
/** Path and shared secret of the simulated reviewer; the value is public and protects nothing. */
const SIMULATED_REVIEWER = { path: "/sim/owner-review", secret: "stand-in-of-the-reviewer" };

function reviewerOf(context: AppContext): OwnerReviewer | null {
  const { ownerReview, isOwnerReviewByHand, simulators } = context.config;
  if (ownerReview !== null) return httpReviewer(ownerReview);
  if (!simulators || isOwnerReviewByHand) return null;
  // Built per request because the origin is known only once the server listens.
  return (application) =>
    httpReviewer({ url: context.origin() + SIMULATED_REVIEWER.path, secret: SIMULATED_REVIEWER.secret })(
      application,
    );
}

/** Verified owners: applications with a picture of the licence, decided by the maker's system (contract section 7). */
export function createOwners(context: AppContext, calls: RpcRouter, ports: OwnerPorts): Owners {
  const store = ownerStore(context.db);
  const reviewer = reviewerOf(context);
  const isReviewed = reviewer !== null || context.config.isOwnerReviewByHand;
  const review = isReviewed ? createReviewJob(context, store, ports, reviewer) : null;
  ownerRoutes(context, calls, store, ports, review);
  const runReviews = async (): Promise<void> => {
    await review?.run();
    await review?.releaseOldPictures();
  };
  const schedule = review && context.tasks.schedule("owner.review", REVIEW_INTERVAL, runReviews);
  return {
    review: runReviews,
    seed: (applications) => seedOwnerApplications(context.db, ports, applications),
    picturesInUse: (pictureIds) => store.picturesInUse(pictureIds),
    registerConsoleCalls: (consoleCalls, consolePorts) =>
      registerOwnerConsoleCalls(consoleCalls, {
        context,
        isAsked: reviewer !== null,
        ports: { ...consolePorts, ...ports },
      }),
    tables: ["owner_application"],
    mergeUsers: mergeOwnerApplications,
    close: () => schedule?.stop(),
  };
}
