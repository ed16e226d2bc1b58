import { globSync, readFileSync } from "node:fs";
import { replacedTriggers } from "../../database/sharding/replaced-triggers.ts";

const tables = [...new Set<string>(Object.values(replacedTriggers))].join("|");
const writes = new RegExp(
  `\\b(?:insert into|update|delete from) (?:${tables})\\b|\\b(?:insertInto|updateTable|deleteFrom)\\("(?:${tables})"\\)|upsertRow\\(\\w+, "(?:${tables})"`,
  "g",
);
/** Statements of each product file that write tables whose triggers a prepared database does not have. */
export function writingFiles(): Record<string, number> {
  const files = globSync(["server/**/*.ts", "simulator/**/*.ts", "demo/**/*.ts", "scripts/commands/**/*.ts"]);
  const counts = files
    .filter((file) => !/\.test\.ts$|^server\/testing\/|\/test-[\w-]+\.ts$/.test(file))
    .map((file) => [file, readFileSync(file, "utf8").match(writes)?.length ?? 0] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Number of statements, and the cases of writers.routes.test.ts that run them, or the reason why nothing follows from them. */
export const writers: Readonly<Record<string, readonly [count: number, ...casesOrReason: string[]]>> = {
  "server/activity/change-notes-store.ts": [
    2,
    "an activity gets other times",
    "a session gets other times and seats",
  ],
  "server/activity/import/seed-store.ts": [4, "activities are added", "series are added"],
  "server/activity/import/upsert-store.ts": [
    6,
    "an activity gets other times",
    "an activity gets a dealer",
    "a session gets other times and seats",
    "a session is removed",
  ],
  "server/activity/series-store.ts": [3, "a series is changed", "a series is hidden"],
  "server/activity/version-store.ts": [1, "reason: writes only who changed an activity and when"],
  "server/catalogue/store.ts": [2, "an activity is withdrawn", "an activity is cancelled"],
  "server/check-in/store.ts": [2, "a guest is checked in", "a check-in is undone"],
  "server/compose/question-store.ts": [1, "questions are saved"],
  "server/compose/store.ts": [1, "a page is saved"],
  "server/database/shared-tables/change-announcement-store.ts": [1, "sessions of a person are ended"],
  "server/flow/store.ts": [1, "conditions are published"],
  "server/organisation/store.ts": [4, "dealers are added", "a dealer moves", "a dealer is disabled"],
  "server/privacy/erase-store.ts": [6, "a person with sign-ups, one of them cancelled, is erased"],
  "server/session/account-lock-store.ts": [2, "an account is locked", "all sessions end"],
  "server/session/merge-users-store.ts": [
    3,
    "a WeChat user with a sign-up turns out to be a person who has one",
    "a WeChat user gets an account",
  ],
  "server/session/profile/store.ts": [3, "a person chooses a nickname"],
  "server/session/seed-store.ts": [1, "reason: adds users, of whom nothing is cached yet"],
  "server/session/self-service/store.ts": [3, "a person ends the other sessions"],
  "server/session/store.ts": [3, "a session ends", "expired sessions are deleted"],
  "server/session/user-store.ts": [4, "a person logs in with another mobile", "a person becomes an owner"],
  "server/session/vip-store.ts": [2, "a person becomes a member of the maker"],
  "server/session/write-mark-store.ts": [1, "reason: writes when a person wrote last"],
  "server/signup/console/guest-scope-store.ts": [1, "reason: writes who added a guest"],
  "server/signup/merge-users-store.ts": [
    3,
    "a WeChat user with a sign-up turns out to be a person who has one",
  ],
  "server/signup/register/bulk-insert-store.ts": [6, "reason: inserts sign-ups and takes seats"],
  "server/signup/schedule-store.ts": [1, "reason: writes which change a guest has seen"],
  "server/signup/seed-store.ts": [1, "reason: inserts sign-ups"],
  "server/signup/self-service/store.ts": [
    6,
    "a sign-up for a full session of a full activity is cancelled",
    "a sign-up is moved to another session",
  ],
  "server/signup/waitlist/store.ts": [3, "reserved seats are freed"],
};
