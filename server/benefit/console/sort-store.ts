import { sql } from "kysely";

/** Sortable columns of the lists, by their statements' aliases. */
export const sortColumns = {
  benefits: {
    sorts: {
      from: { expression: sql`b.from_time`, type: "timestamptz" },
      sent: { expression: sql`b.sent`, type: "integer" },
    },
    id: sql`b.benefit_id`,
    defaultSort: { by: "from", isDescending: true },
  },
  deliveries: {
    sorts: { failed: { expression: sql`d.failed_time`, type: "timestamptz" } },
    id: sql`d.coupon_id`,
    defaultSort: { by: "failed", isDescending: false },
  },
} as const;
