import { index, route, type RouteConfig } from "@react-router/dev/routes";

/** Specification section 2. The static path of the sign-up form stands before `offline/:activityId` (requirement C06). */
export default [
  index("activity/index-page.tsx"),
  route("list", "activity/list-page.tsx"),
  route("offline/signUpUser", "signup/sign-up-page.tsx"),
  route("offline/:activityId", "activity/detail-page.tsx"),
  // The same facts and the same sign-up, without a place to go to.
  route("online/:activityId", "activity/detail-page.tsx", { id: "activity/online-page" }),
  route("coupon/result/:activityId", "benefit/result-page.tsx"),
  route("mine/coupons", "benefit/wallet-page.tsx"),
  route("404", "app/not-found-page.tsx"),
  route("*", "app/redirect-page.tsx"),
] satisfies RouteConfig;
