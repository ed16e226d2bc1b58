import type { Database } from "../database/connection/database.ts";
import type { Cars } from "../car/index.ts";
import type { Sessions } from "../session/index.ts";

/** Features that store what the maker's systems report. */
export type MakerPorts = {
  /** Stores visits to workshops in the transaction. */
  recordVisits(db: Database, visits: Parameters<Cars["recordVisits"]>[1]): ReturnType<Cars["recordVisits"]>;
  /** Stores memberships in the transaction. */
  recordVips(db: Database, vips: Parameters<Sessions["recordVips"]>[1]): ReturnType<Sessions["recordVips"]>;
};
