import type { ComponentType } from "react";
import { createBrowserRouter, type RouteObject } from "react-router";
import { LoginStepsCard } from "./login/login-steps.tsx";
import { searchSources } from "./search-sources.ts";
import { ConsoleErrorPage, ShellLayout, StartPage, UnknownPage } from "./shell/index.ts";

/** A page that is loaded when it is first shown. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/**
 * Pages of a logged-in operator, by area. A path of `shell/navigation.ts` appears in the menu once it stands here
 * (docs/console-development.md).
 */
const pages: RouteObject[] = [
  page("/dashboard", async () => (await import("./figure/board/dashboard-page.tsx")).DashboardPage),
  page("/dashboard/rows", async () => (await import("./figure/figure-rows-page.tsx")).FigureRowsPage),
  page("/analysis", async () => (await import("./figure/analysis/analysis-page.tsx")).AnalysisPage),
  page("/activities", async () => (await import("./activity/activity-list-page.tsx")).ActivityListPage),
  page(
    "/activities/:activityId",
    async () => (await import("./activity/overview-page.tsx")).ActivityOverviewPage,
  ),
  page(
    "/activities/:activityId/edit",
    async () => (await import("./activity/editor/editor-page.tsx")).ActivityEditorPage,
  ),
  page(
    "/activities/:activityId/sessions",
    async () => (await import("./activity/sessions/sessions-page.tsx")).ActivitySessionsPage,
  ),
  page(
    "/activities/:activityId/history",
    async () => (await import("./activity/history/history-page.tsx")).ActivityHistoryPage,
  ),
  page("/activities/:activityId/page", async () => (await import("./page-editor.tsx")).PageEditor),
  page("/banners", async () => (await import("./banner/banners-page.tsx")).BannersPage),
  page("/banners/new", async () => (await import("./banner/banner-page.tsx")).NewBannerPage),
  page("/banners/:bannerId", async () => (await import("./banner/banner-page.tsx")).BannerPage),
  page("/brand", async () => (await import("./brand/brand-page.tsx")).BrandPage),
  page(
    "/system/operators",
    async () => (await import("./operators/operator-list-page.tsx")).OperatorListPage,
  ),
  page("/system/rights", async () => (await import("./operators/rights-matrix-page.tsx")).RightsMatrixPage),
  page("/guests", async () => (await import("./guest/guests-page.tsx")).GuestsPage),
  page("/waitlist", async () => (await import("./guest/waitlist-page.tsx")).WaitlistPage),
  page("/arrivals", async () => (await import("./guest/arrivals-page.tsx")).ArrivalsPage),
  page("/leads", async () => (await import("./lead/leads-page.tsx")).LeadsPage),
  page("/orders", async () => (await import("./mall/orders/orders-page.tsx")).MallOrdersPage),
  page("/orders/:orderId", async () => (await import("./mall/orders/order-page.tsx")).OrderDetailPage),
  page("/products", async () => (await import("./mall/products/products-page.tsx")).MallProductsPage),
  page("/products/new", async () => (await import("./mall/products/new-product-page.tsx")).NewProductPage),
  page(
    "/products/:productId/history",
    async () => (await import("./mall/products/product-history.tsx")).ProductHistoryPage,
  ),
  page(
    "/products/:productId",
    async () => (await import("./mall/products/product-page.tsx")).ProductDetailPage,
  ),
  page("/after-sales", async () => (await import("./mall/refunds/after-sales-page.tsx")).AfterSalesPage),
  page(
    "/reconciliation",
    async () => (await import("./mall/reconciliation/reconciliation-page.tsx")).ReconciliationPage,
  ),
  page("/benefits", async () => (await import("./benefit/benefits-page.tsx")).BenefitsPage),
  page("/coupons", async () => (await import("./benefit/coupons-page.tsx")).CouponsPage),
  page("/deliveries", async () => (await import("./benefit/deliveries-page.tsx")).DeliveriesPage),
  page("/koc", async () => (await import("./koc/koc-page.tsx")).KocPage),
  page("/audit", async () => (await import("./audit/audit-page.tsx")).AuditPage),
  page("/invitations", async () => (await import("./invitation/invitations-page.tsx")).InvitationsPage),
  page("/dealers", async () => (await import("./dealer/dealers-page.tsx")).DealersPage),
  page("/dealers/new", async () => (await import("./dealer/new-dealer-page.tsx")).NewDealerPage),
  page("/dealers/:dealerId", async () => (await import("./dealer/dealer-page.tsx")).DealerPage),
  page("/series", async () => (await import("./dealer/series-page.tsx")).SeriesPage),
  page("/links", async () => (await import("./link/links-page.tsx")).LinksPage),
  page(
    "/rights-requests",
    async () => (await import("./rights-request/rights-requests-page.tsx")).RightsRequestsPage,
  ),
  page("/system/health", async () => (await import("./health/health-page.tsx")).HealthPage),
  page("/system/settings", async () => (await import("./settings/settings-page.tsx")).SettingsPage),
  page("/complaints", async () => (await import("./club/complaints/complaints-page.tsx")).ComplaintsPage),
  page(
    "/complaints/decided",
    async () => (await import("./club/complaints/complaints-page.tsx")).DecidedComplaintsPage,
  ),
  page("/groups", async () => (await import("./club/groups/groups-page.tsx")).GroupsPage),
  page("/hidden", async () => (await import("./club/hidden/hidden-page.tsx")).HiddenPage),
  page("/barred", async () => (await import("./club/hidden/barred-page.tsx")).BarredPage),
  page("/moderation", async () => (await import("./club/figures/figures-page.tsx")).FiguresPage),
  page("/owners", async () => (await import("./owner/owners-page.tsx")).OwnersPage),
  page("/words", async () => (await import("./club/words/words-page.tsx")).WordsPage),
  page("/exports", async () => (await import("./export/exports-page.tsx")).ExportsPage),
  page("/shares", async () => (await import("./share/shares-page.tsx")).SharesPage),
  page("/logins", async () => (await import("./logins/own-logins-page.tsx")).OwnLoginsPage),
];

/** Pages before the login. */
const openPages: RouteObject[] = [
  page("/login", async () => (await import("./login/login-page.tsx")).OperatorLoginPage),
  page("/invitation", async () => (await import("./login/invitation-page.tsx")).InvitationPage),
  page("/directory", async () => (await import("./login/directory-page.tsx")).DirectoryPage),
];

/** Paths of the pages, as the menu names them. */
const pagePaths: ReadonlySet<string> = new Set(pages.map(({ path }) => path ?? ""));

/** Shown until the script of the first page has loaded. */
const blank = <></>;

/** Router of the console, below /console. */
export const createConsoleRouter = () =>
  createBrowserRouter(
    [
      { errorElement: <ConsoleErrorPage />, hydrateFallbackElement: blank, children: openPages },
      {
        hydrateFallbackElement: blank,
        element: <ShellLayout paths={pagePaths} loginSteps={LoginStepsCard} searchSources={searchSources} />,
        errorElement: <ConsoleErrorPage />,
        children: [
          { index: true, element: <StartPage /> },
          { errorElement: <ConsoleErrorPage />, children: pages },
          { path: "*", element: <UnknownPage /> },
        ],
      },
    ],
    { basename: "/console" },
  );
