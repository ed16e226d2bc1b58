import { sql, type RawBuilder } from "kysely";

/** Which activity: a published one by its id, a draft by the keys of its process. */
export type ActivitySelector =
  | { readonly id: string }
  | { readonly processKey: string; readonly nodeKey: string };

type SelectorArgs = {
  readonly id: string;
  readonly preview?: string | undefined;
  readonly processKey?: string | undefined;
  readonly nodeKey?: string | undefined;
};
/** Preview mode shows what the two keys name; every other address a published activity (requirements C17, C18). */
export const activitySelectorOf = ({ id, preview, processKey, nodeKey }: SelectorArgs): ActivitySelector =>
  id === "00" && preview === "1" && processKey !== undefined && nodeKey !== undefined
    ? { processKey, nodeKey }
    : { id };

/** Of an activity a: whether it is that one, and may be told of. */
export const matchesSelector = (wanted: ActivitySelector): RawBuilder<unknown> =>
  "id" in wanted
    ? sql`a.activity_id = ${wanted.id} and a.is_published`
    : sql`a.process_key = ${wanted.processKey} and a.node_key = ${wanted.nodeKey}`;
