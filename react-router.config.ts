import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "web",
  // The build script builds beside the running release and swaps (scripts/release/build-if-needed.ts).
  buildDirectory: process.env["BUILD_DIR"] ?? "build",
  basename: "/marketing/area/activity/",
  ssr: true,
  // A route's loader apart would be one more request on every first visit.
  splitRouteModules: false,
  // Every route is in the first manifest: no request for routes while a person browses.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
