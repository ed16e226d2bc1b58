import { index, route, type RouteConfig } from "@react-router/dev/routes";

/** Specification section 2. The static path of the sign-up form stands before `offline/:activityId` (requirement C06). */
export default [
  index("app/index-page.tsx"),
  route("list", "activity/list-page.tsx"),
  route("offline/signUpUser", "signup/sign-up-page.tsx"),
  route("offline/:activityId", "activity/detail-page.tsx"),
  // Of several kinds: a sign-up, a landing page, a lead.
  route("online/:activityId", "app/online-page.tsx"),
  route("coupon/result/:activityId", "benefit/result-page.tsx"),
  route("invited/:activityId", "seal/seal-page.tsx"),
  route("koc/:activityId", "koc/koc-page.tsx"),
  route("mall", "mall/mall-page.tsx"),
  // All of the car club's screens: each route costs every page.
  route("club/*", "club/club-page.tsx"),
  // With its part of account and data: each route costs every page.
  route("mine/account?", "mine/mine-page.tsx"),
  route("mine/signups", "signup/my-sign-ups-page.tsx"),
  route("mine/leads", "lead/my-leads-page.tsx"),
  route("mine/favourites", "activity/favourites-page.tsx"),
  route("mine/coupons", "benefit/wallet-page.tsx"),
  route("mine/shares", "share/shares-page.tsx"),
  route("mine/owner", "owner/owner-page.tsx"),
  route("compose", "app/compose-page.tsx"),
  // With the desk of leads: each route costs every page.
  route("check-in/leads?", "app/staff-page.tsx"),
  route("404", "app/not-found-page.tsx"),
  route("*", "app/redirect-page.tsx"),
] satisfies RouteConfig;
