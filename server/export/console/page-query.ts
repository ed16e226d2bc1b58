import type { RawBuilder } from "kysely";

/** Parts of the statement of a page of files (`listQuery`). */
export type ListOrderPage = {
  readonly key: RawBuilder<string>;
  readonly order: RawBuilder<unknown>;
  readonly after: RawBuilder<boolean>;
  readonly limit: number;
  readonly countLimit: number;
  readonly asOf: Date;
  readonly now: Date;
};
