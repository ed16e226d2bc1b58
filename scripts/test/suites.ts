/**
 * The two test suites. `npm test` runs the quick one (at most 15 minutes on two cores, installation included);
 * `npm run test:full` runs everything: every route on both databases, all cases of the login matrix, every
 * end-to-end specification. The variable TEST_SUITE carries the choice to Vitest and to the tests; Vitest on its
 * own (`npx vitest run …`) uses the full one.
 */
export type TestSuite = "quick" | "full";

export const testSuite: TestSuite = process.env["TEST_SUITE"] === "quick" ? "quick" : "full";

/** Tests that need a database. */
const databaseTests = ["{server,simulator,demo}/**/{routes,store,*.routes,*.store}.test.ts"];
/** On PGlite, the quick suite runs every store and the main routes of every use case. */
const pgliteQuickTests = [
  "{server,simulator,demo}/**/{routes,store,*.store}.test.ts",
  "server/signup/register/handler.routes.test.ts",
];
/**
 * Tests whose outcome does not depend on the kind of database run on PostgreSQL only: they examine HTTP, operators'
 * commands (which need PostgreSQL), or locks that an embedded database has no second connection for.
 */
const postgresOnlyTests = [
  "demo/fill.routes.test.ts",
  "server/compose/staff-link.store.test.ts",
  "server/database/connection/statement-timeout.store.test.ts",
  "server/database/migrations/{migrate,migrate-command}.store.test.ts",
  "server/database/replica/read-pool.store.test.ts",
  "server/database/sharding/sharding.store.test.ts",
  "server/http/cache/late-commit.store.test.ts",
  "server/http/observability/{monitoring,readiness,span-export,traceparent}.routes.test.ts",
  "server/picture/place/picture-place.store.test.ts",
  "server/site-root/site-root.routes.test.ts",
  "server/tracking/copies/lost-machine.routes.test.ts",
  "server/http/cache/compression.routes.test.ts",
  "server/http/pages/identity-html.routes.test.ts",
  "server/http/pipeline/{access,create-server,roles,route-coverage}.routes.test.ts",
  "server/http/security/device-cookie.routes.test.ts",
  "server/identity/refused/{authorize,calls,pages,redirects}.routes.test.ts",
  "server/location/{amap.routes,routes}.test.ts",
  "server/poster/poster.routes.test.ts",
  "server/{catalogue,console,contest,export,koc,maker,privacy,invitation,session}/command.routes.test.ts",
  "server/order/operator/command.routes.test.ts",
  "server/payment/settle/group.routes.test.ts",
  "server/testing/erasure/erasure-locking.routes.test.ts",
  "server/testing/replica/replica-reads.routes.test.ts",
  "server/testing/races/late-logout.routes.test.ts",
  "server/testing/sharding/writers.routes.test.ts",
  "server/wechat/redirect.routes.test.ts",
  "simulator/bridge-test/routes.test.ts",
  "simulator/wechat/wechat.routes.test.ts",
];

/** Long tests of the server that only the full suite runs. */
const fullOnlyTests = [
  "server/testing/sharding/writers.routes.test.ts",
  "server/captcha/limits.routes.test.ts",
  "server/catalogue/command.routes.test.ts",
  "server/compose/staff-link.store.test.ts",
  "server/console/login/{directory,login,passkey}.routes.test.ts",
  "server/console/serve.routes.test.ts",
  "server/database/migrations/{migrate,migrate-command}.store.test.ts",
  "server/database/replica/read-pool.store.test.ts",
  "server/http/observability/{readiness,span-export,traceparent}.routes.test.ts",
  "server/testing/replica/replica-reads.routes.test.ts",
  "server/tracking/clickhouse/event-store.routes.test.ts",
  "server/identity/limits.routes.test.ts",
  "server/{export,invitation,koc,privacy,session}/command.routes.test.ts",
  "server/database/connection/backup.routes.test.ts",
  "simulator/sale-room/sale-room.routes.test.ts",
  "server/identity/token-revocation.routes.test.ts",
  "server/club/console/{complaints,decisions}.routes.test.ts",
  "server/{owner/console/owners,share/console/shares,signup/console/overview}.routes.test.ts",
  "server/lead/console/{leads,lead-bulk}.routes.test.ts",
  "server/staff-link/console/links.routes.test.ts",
  "server/catalogue/basics/{dealers,series}.routes.test.ts",
  "server/catalogue/bulk/activity-bulk.routes.test.ts",
  "server/catalogue/banner/{banners,banner-changes}.routes.test.ts",
  "server/compose/console.routes.test.ts",
  "server/invitation/console/invitations.routes.test.ts",
  "server/figure/console/every-figure.routes.test.ts",
  "server/testing/figures/{days,event-digest,kept-persons,live,past-counts}.routes.test.ts",
  "server/mall/console/product-edit.routes.test.ts",
  "server/order/operator/command.routes.test.ts",
  "server/order/wechat-shipping/worker.routes.test.ts",
  "server/payment/refund/refund-limits.routes.test.ts",
  "server/testing/erasure/erased-orders.routes.test.ts",
  "server/signup/console/{guest-acts,guest-bulk}.routes.test.ts",
  "server/testing/erasure/erasure-interruption.routes.test.ts",
  "server/http/pipeline/openapi.routes.test.ts",
  "server/http/rate-limit/request-bodies.routes.test.ts",
  "server/testing/limits/limit-races.routes.test.ts",
  "server/console/health/health.routes.test.ts",
  "server/testing/exports/{exports,content}.routes.test.ts",
  "server/privacy/console/rights-requests.routes.test.ts",
  "server/testing/console/{private-answers,private-lines,two-savers}.routes.test.ts",
];

/** Long tests without a database that only the full suite runs. */
const fullOnlyUnitTests = [
  "demo/activity/statuses.test.ts",
  "server/club/moderation/hidden-by.test.ts",
  "server/database/migrations/encrypt-legacy-rows.test.ts",
  "server/export/file/build-file.test.ts",
  "server/flow/evaluate/rules.property.test.ts",
  "server/lifecycle/{cluster-supervisor,metrics-exchange}.test.ts",
  "server/settings/production-settings.test.ts",
  "scripts/maintenance/high-availability.test.ts",
];

/** Long tests in a browser that only the full suite runs. */
const fullOnlyBrowserTests = [
  "web/console/club/complaints/complaints-page.test.tsx",
  "web/console/owner/owners-page.test.tsx",
  "web/platform/picture/shrink-picture.test.ts",
  "web/console/figure/{board,analysis}/*-page.test.tsx",
  "web/console/banner/banners-page.test.tsx",
  "web/console/{audit,club/groups,dealer,export,health,invitation,link,rights-request,settings,share}/*-page.test.tsx",
];

/** End-to-end specifications that start installations of their own: other settings, several processes, faults. */
const installationTests = [
  "e2e/login/{expired-session,login-matrix}.test.ts",
  "e2e/operation/{durability,faults,late-logout,lost-machine,machines,mall-kills,page-cache,processes,start,task-runner}.test.ts",
  "e2e/order/after-sale.test.ts",
  "e2e/privacy/no-personal-data-leaks.test.ts",
  "e2e/console/stopped-process.test.ts",
];
const installationQuickTests = [
  "e2e/login/login-matrix.test.ts",
  "e2e/operation/processes.test.ts",
  "e2e/privacy/no-personal-data-leaks.test.ts",
];
/** One end-to-end specification per feature; that of WeChat, the longest by far, is in the full suite only. */
const endToEndQuickTests = [
  "e2e/accessibility/accessibility.test.ts",
  "e2e/activity/personal-state.test.ts",
  "e2e/benefit/coupon.test.ts",
  "e2e/blocks/blocks.test.ts",
  "e2e/check-in/check-in.test.ts",
  "e2e/club/club.test.ts",
  "e2e/compose/compose.test.ts",
  "e2e/errors/errors.test.ts",
  "e2e/first-screen/first-script.test.ts",
  "e2e/host/native-app.test.ts",
  "e2e/identity/provider-pages.test.ts",
  "e2e/invitation/invitation.test.ts",
  "e2e/koc/koc.test.ts",
  "e2e/lab/lab.test.ts",
  "e2e/lead/lead.test.ts",
  "e2e/location/city.test.ts",
  "e2e/login/login.test.ts",
  "e2e/mall/mall.test.ts",
  "e2e/navigation/routes.test.ts",
  "e2e/offline/offline.test.ts",
  "e2e/order/one-order.test.ts",
  "e2e/owner/owner.test.ts",
  "e2e/payment/payment.test.ts",
  "e2e/picture/pictures.test.ts",
  "e2e/privacy/erase.test.ts",
  "e2e/security/content-security-policy.test.ts",
  "e2e/session/sessions.test.ts",
  "e2e/share/share.test.ts",
  "e2e/signup/journey.test.ts",
  "e2e/tracking/tracking.test.ts",
];

const isQuick = testSuite === "quick";
type TestFiles = { readonly include: string[]; readonly exclude: string[] };
/** Globs of the projects' test files. */
export const testFiles: Readonly<
  Record<"unit" | "pglite" | "postgres" | "browser" | "endToEnd" | "installations", TestFiles>
> = {
  unit: {
    include: ["{contract,server,demo,simulator,scripts,checks,bench}/**/*.test.ts"],
    // Workspaces have packages of their own.
    exclude: [...databaseTests, "**/node_modules/**", ...(isQuick ? fullOnlyUnitTests : [])],
  },
  pglite: { include: isQuick ? pgliteQuickTests : databaseTests, exclude: postgresOnlyTests },
  postgres: { include: databaseTests, exclude: isQuick ? fullOnlyTests : [] },
  browser: { include: ["web/**/*.test.{ts,tsx}"], exclude: isQuick ? fullOnlyBrowserTests : [] },
  endToEnd: { include: isQuick ? endToEndQuickTests : ["e2e/**/*.test.ts"], exclude: installationTests },
  installations: {
    include: isQuick ? installationQuickTests : installationTests,
    exclude: [],
  },
};
