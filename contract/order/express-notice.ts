/** Path below the api base at which the express service reports tracks; it signs them, and gets its own answer. */
export const expressNoticePath = "cop-mall/api/v1/express/notify";
