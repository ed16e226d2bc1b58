import { sql, type RawBuilder } from "kysely";
import { sha256 } from "../core/secrets.ts";

/** Selects a published activity by its id, or a draft by the keys of its process and a preview token. */
export type ActivitySelector =
  | { readonly id: string }
  | {
      readonly processKey: string;
      readonly nodeKey: string;
      readonly previewToken: string;
      /** Time at which the token must be valid. */
      readonly now: Date;
    };

type SelectorArgs = {
  readonly id: string;
  readonly preview?: string | undefined;
  readonly processKey?: string | undefined;
  readonly nodeKey?: string | undefined;
  readonly previewToken?: string | undefined;
};
/**
 * Selects by the two keys and the token in preview mode, else by id (requirements C17, C18). @param now ms
 */
export const activitySelectorOf = (
  { id, preview, processKey, nodeKey, previewToken }: SelectorArgs,
  now: number,
): ActivitySelector =>
  id === "00" &&
  preview === "1" &&
  processKey !== undefined &&
  nodeKey !== undefined &&
  previewToken !== undefined
    ? { processKey, nodeKey, previewToken, now: new Date(now) }
    : { id };

/** SQL expression: whether the selector's preview link shows the console's draft instead of what is stored. */
export const showsDraft = (selector: ActivitySelector): RawBuilder<boolean> =>
  "id" in selector
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from preview_link d where d.shows_draft and d.token_hash = ${sha256(selector.previewToken)})`;

/** SQL condition: activity a is the selected one and may be shown. The keys can be guessed, so they open nothing alone. */
export const matchesSelector = (selector: ActivitySelector): RawBuilder<unknown> =>
  "id" in selector
    ? sql`a.activity_id = ${selector.id} and a.is_published`
    : sql`a.process_key = ${selector.processKey} and a.node_key = ${selector.nodeKey} and exists (
        select from preview_link v where v.activity_id = a.activity_id and v.token_hash = ${sha256(selector.previewToken)}
          and v.revoked_time is null and v.expires_time > ${selector.now})`;
