import { sql, type RawBuilder } from "kysely";
import { queueNames, type QueueName } from "#contract/console/watch/health.ts";
import type { Database } from "../../database/connection/database.ts";

type Queue = {
  readonly table: string;
  readonly oldest: RawBuilder<unknown>;
  readonly waiting: RawBuilder<unknown>;
};
const outbox = (kind: string, now: Date): Queue => ({
  table: "mall_outbox",
  oldest: sql`due_time`,
  waiting: sql`kind = ${kind} and due_time <= ${now}`,
});

/** Tables of the queues: the entries that are due, and the column that tells their age. */
const queuesAt = (now: Date): Readonly<Record<QueueName, Queue>> => ({
  couponDelivery: {
    table: "coupon_delivery",
    oldest: sql`least(due_time, failed_time)`,
    waiting: sql`due_time <= ${now} or failed_time is not null`,
  },
  trackingForward: { table: "tracking_outbox", oldest: sql`created_time`, waiting: sql`true` },
  pictureRemoval: { table: "picture_removal", oldest: sql`due_time`, waiting: sql`due_time <= ${now}` },
  eventRemoval: { table: "event_removal", oldest: sql`noted_time`, waiting: sql`true` },
  refund: { table: "refund", oldest: sql`created_time`, waiting: sql`state in ('due', 'sent', 'abnormal')` },
  paymentQuery: {
    table: "payment",
    oldest: sql`query_due_time`,
    waiting: sql`query_due_time <= ${now}`,
  },
  orderClosing: {
    table: "mall_order",
    oldest: sql`close_due_time`,
    waiting: sql`state = 'closing' and close_due_time <= ${now}`,
  },
  bill: { table: "bill_day", oldest: sql`due_time`, waiting: sql`state = 'waiting' and due_time <= ${now}` },
  refundReport: outbox("refund", now),
  wechatShipping: outbox("wechatShipping", now),
  expressSubscription: outbox("expressSubscription", now),
  orderSystem: outbox("orderSystem", now),
  tokenRevocation: { table: "token_revocation", oldest: sql`due_time`, waiting: sql`due_time <= ${now}` },
  job: { table: "job", oldest: sql`created_time`, waiting: sql`state in ('running', 'undoing')` },
  activityPlan: {
    table: "scheduled_change",
    oldest: sql`at_time`,
    waiting: sql`state = 'waiting' and at_time <= ${now}`,
  },
  pagePlan: { table: "page_plan", oldest: sql`publish_time`, waiting: sql`publish_time <= ${now}` },
  ownerReview: { table: "owner_application", oldest: sql`due_time`, waiting: sql`due_time <= ${now}` },
  rightsRequest: {
    table: "rights_request",
    oldest: sql`due_time`,
    waiting: sql`closed_time is null and due_time <= ${now}`,
  },
});

export type QueueState = {
  readonly name: QueueName;
  readonly table: string;
  readonly count: number;
  readonly oldest: Date | null;
};
/** Counts what is due in each queue, with its oldest entry. */
export async function readQueues(db: Database, now: Date): Promise<QueueState[]> {
  const queues = queuesAt(now);
  const parts = queueNames.map(
    (name) => sql`select ${name}::text as name, count(*)::int as count, min(${queues[name].oldest}) as oldest
      from ${sql.table(queues[name].table)} where ${queues[name].waiting}`,
  );
  const { rows } = await sql<{ name: QueueName; count: number; oldest: Date | null }>`
    ${sql.join(parts, sql` union all `)}`.execute(db);
  const found = new Map(rows.map((row) => [row.name, row]));
  return queueNames.map((name) => ({
    name,
    table: queues[name].table,
    count: found.get(name)?.count ?? 0,
    oldest: found.get(name)?.oldest ?? null,
  }));
}
