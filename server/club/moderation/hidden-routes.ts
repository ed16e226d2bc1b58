import { listHiddenContent, type HiddenContent } from "#contract/club/moderation.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { requireGroupManager } from "../group/require-group.ts";
import type { HiddenContentRow } from "./hidden-store.ts";
import { parseIdCursor, MAX_ID, pageOfRows } from "../cursors.ts";
import type { Viewer } from "../visibility-store.ts";

/** Uses at most four statements a page, whatever its size. */
async function presentHidden(
  { complaints, present }: ClubContext,
  rows: readonly HiddenContentRow[],
  viewer: Viewer,
): Promise<HiddenContent[]> {
  const idsOf = (wanted: HiddenContentRow["kind"]) =>
    rows.flatMap(({ kind, target_id }) => (kind === wanted ? [target_id] : []));
  const [articleRows, commentRows] = await Promise.all([
    complaints.findArticles(idsOf("article")),
    complaints.findComments(idsOf("comment")),
  ]);
  const [articles, comments] = await Promise.all([
    present.articles(articleRows, viewer),
    present.comments(commentRows, viewer),
  ]);
  return rows.map(({ kind, target_id: targetId, hidden_by }) => ({
    kind,
    targetId,
    article: (kind === "article" && articles.find(({ articleId }) => articleId === targetId)) || null,
    comment: (kind === "comment" && comments.find(({ commentId }) => commentId === targetId)) || null,
    byOperators: hidden_by === "operators",
  }));
}

/** The list of a group's hidden content, for its leader and helpers (requirement P23). */
export function hiddenRoutes(calls: RpcRouter, club: ClubContext): void {
  const list: CallHandler<typeof listHiddenContent> = async ({ groupId, cursor, pageSize }, caller) => {
    const viewer = await club.viewer(caller);
    await requireGroupManager(club, groupId, viewer);
    const after = cursor === undefined ? MAX_ID : parseIdCursor(cursor);
    const rows = await club.hidden.list(groupId, after, pageSize + 1);
    const { shown, nextCursor } = pageOfRows(rows, pageSize, ({ target_id }) => target_id);
    return { list: await presentHidden(club, shown, viewer), nextCursor };
  };
  calls.on(listHiddenContent, list);
}
