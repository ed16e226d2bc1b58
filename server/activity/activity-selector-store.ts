import { sql, type RawBuilder } from "kysely";

/** Selects a published activity by its id, or a draft by the keys of its process. */
export type ActivitySelector =
  | { readonly id: string }
  | { readonly processKey: string; readonly nodeKey: string };

type SelectorArgs = {
  readonly id: string;
  readonly preview?: string | undefined;
  readonly processKey?: string | undefined;
  readonly nodeKey?: string | undefined;
};
/** Selects by the two keys in preview mode, else by id (requirements C17, C18). */
export const activitySelectorOf = ({ id, preview, processKey, nodeKey }: SelectorArgs): ActivitySelector =>
  id === "00" && preview === "1" && processKey !== undefined && nodeKey !== undefined
    ? { processKey, nodeKey }
    : { id };

/** SQL condition: activity a is the selected one and may be shown. */
export const matchesSelector = (selector: ActivitySelector): RawBuilder<unknown> =>
  "id" in selector
    ? sql`a.activity_id = ${selector.id} and a.is_published`
    : sql`a.process_key = ${selector.processKey} and a.node_key = ${selector.nodeKey}`;
