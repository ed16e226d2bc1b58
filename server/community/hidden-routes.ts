import { listHidden, type Hidden } from "#contract/community-articles.ts";
import type { Calls, Handler } from "../http/calls.ts";
import type { Club } from "./club.ts";
import { mustManage } from "./group-routes.ts";
import type { HiddenRow } from "./hidden-store.ts";
import { idOfCursor, NEWEST, pageOf } from "./rules.ts";
import type { Viewer } from "./views.ts";

/** Four statements a page at most, whatever it shows. */
async function presented(
  { complaints, present }: Club,
  rows: readonly HiddenRow[],
  viewer: Viewer,
): Promise<Hidden[]> {
  const idsOf = (wanted: HiddenRow["kind"]) =>
    rows.flatMap(({ kind, target_id }) => (kind === wanted ? [target_id] : []));
  const [articleRows, commentRows] = await Promise.all([
    complaints.articles(idsOf("article")),
    complaints.comments(idsOf("comment")),
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

/** What is hidden in a group, for whoever leads it or helps to (requirement P23). */
export function hiddenRoutes(calls: Calls, club: Club): void {
  const list: Handler<typeof listHidden> = async ({ groupId, cursor, pageSize }, caller) => {
    const viewer = await club.viewer(caller);
    await mustManage(club, groupId, viewer);
    const after = cursor === undefined ? NEWEST : idOfCursor(cursor);
    const rows = await club.hidden.list(groupId, after, pageSize + 1);
    const { shown, nextCursor } = pageOf(rows, pageSize, ({ target_id }) => target_id);
    return { list: await presented(club, shown, viewer), nextCursor };
  };
  calls.on(listHidden, list);
}
