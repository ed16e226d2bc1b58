import { index, route, type RouteConfig } from "@react-router/dev/routes";

/**
 * Routes of the app (specification section 2). The static path of the sign-up form precedes
 * `offline/:activityId` (requirement C06).
 */
export default [
  index("app/pages/index-page.tsx"),
  route("list", "activity/list/list-page.tsx"),
  route("offline/signUpUser", "signup/register/sign-up-page.tsx"),
  route("offline/:activityId", "activity/detail/detail-page.tsx"),
  // One route for several kinds: a sign-up, a landing page, a lead form.
  route("online/:activityId", "app/pages/online-page.tsx"),
  route("coupon/result/:activityId", "benefit/claim/result-page.tsx"),
  route("invited/:activityId", "invitation/invitation-page.tsx"),
  route("koc/:activityId", "koc/koc-page.tsx"),
  route("contest/:activityId", "contest/contest-page.tsx"),
  route("dealer/:dealerId", "app/pages/dealer-page.tsx"),
  // One route for all screens of the mall, as the club.
  route("mall/*", "app/mall/mall-page.tsx"),
  // One route for all screens of the club, since each route adds bytes to every page.
  route("club/*", "club/club-page.tsx"),
  // With account and personal data, since each route adds bytes to every page.
  route("mine/account?", "app/mine/mine-page.tsx"),
  route("mine/signups", "signup/self-service/my-sign-ups-page.tsx"),
  route("mine/leads", "lead/self-service/my-leads-page.tsx"),
  route("mine/favourites", "activity/favourites/favourites-page.tsx"),
  route("mine/coupons", "benefit/wallet/wallet-page.tsx"),
  route("mine/shares", "share/shares-page.tsx"),
  route("mine/owner", "owner/owner-page.tsx"),
  route("compose", "app/pages/compose-page.tsx"),
  // With the lead desk, since each route adds bytes to every page.
  route("check-in/leads?", "app/pages/staff-page.tsx"),
  // The page of a missing object, and all unknown paths.
  route("*", "app/pages/not-found-page.tsx"),
] satisfies RouteConfig;
