/** Base path of the web app below its origin (specification section 2). */
export const WEB_BASE = "/marketing/area/activity/";
