import type { Database } from "../../database/connection/database.ts";

/** Functions of other modules that the console's calls about the club need. */
export type ClubConsolePorts = {
  /** Names of operators by id; without those who do not exist any more. */
  operatorNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The account with a mobile; null: none. */
  findUserByMobile(db: Database, mobile: string): Promise<{ readonly userId: string } | null>;
};
