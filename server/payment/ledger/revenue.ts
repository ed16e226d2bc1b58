import type { Database } from "../../database/connection/database.ts";
import type { PaymentPort } from "../../order/index.ts";
import { writeEntries } from "./store.ts";

/** Books what an order earned when it is done: it is owed no more, and earned. */
export const bookRevenue: PaymentPort["bookRevenue"] = (db: Database, { orderId, amountFen, now }) =>
  writeEntries(db, {
    txnId: `done ${orderId}`,
    entries: [
      { account: "order", fen: amountFen },
      { account: "revenue", fen: -amountFen },
    ],
    at: now,
    orderId,
  });
