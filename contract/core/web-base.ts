/** Where the web app is served, below its origin (specification section 2). */
export const WEB_BASE = "/marketing/area/activity/";
