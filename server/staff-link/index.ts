export { issueStaffLink, staffLinkTables, type StaffLinkScope } from "./make.ts";
export { registerStaffLinkConsoleCalls } from "./console/routes.ts";
export { findScopedActivity } from "./console/choice-store.ts";
