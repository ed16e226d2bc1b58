import type { ParsedArgsOf } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { editArticle } from "#contract/club/articles.ts";
import { requireUser, type Caller } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { sha256 } from "../../core/secrets.ts";
import type { ClubContext } from "../club-context.ts";
import { clubMessages } from "../messages.ts";
import { articleNotFound, notInGroup } from "../refusals.ts";
import { validateArticle } from "../text/content-validation.ts";
import { claimPictures, releasePictures } from "./article-pictures.ts";
import type { ArticleStream } from "./article-stream.ts";
import type { ArticleEditResult } from "./edit-store.ts";
import { presentOwnArticle } from "./present-own-article.ts";

type EditArgs = ParsedArgsOf<typeof editArticle>;
/** Idempotency key and body hash of the request. */
type RequestIdentity = { readonly key: string | null; readonly hash: string };

/** Loads the article if the member may edit it now; null: a request with the same key has edited it. @throws Refusal */
async function loadEditable(
  club: ClubContext,
  { articleId, revision }: EditArgs,
  memberId: string,
  request: RequestIdentity,
) {
  const before = await club.articles.loadEditContext(articleId, memberId);
  if (before?.status !== 1) throw articleNotFound();
  if (before.member_id !== memberId) throw new Refusal("forbidden");
  if (request.key !== null && before.edit_key === request.key) {
    if (before.edit_hash !== request.hash) throw new Refusal("conflict", { message: clubMessages.keyReused });
    return null;
  }
  if (before.member_status !== 2) throw notInGroup(before.member_status);
  if (before.revision !== revision) throw new Refusal("conflict", { message: clubMessages.editedElsewhere });
  return before;
}

/** @throws Refusal unless the article was edited, by this request or by an earlier one with the same key */
function throwUnlessDone({ outcome }: ArticleEditResult): void {
  if (outcome === "gone") throw articleNotFound();
  if (outcome === "changed") throw new Refusal("conflict", { message: clubMessages.editedElsewhere });
  if (outcome === "notJoined") throw notInGroup(null);
}

/** @returns whether anything has changed. @throws Refusal */
async function edit(club: ClubContext, args: EditArgs, caller: Caller, memberId: string): Promise<boolean> {
  const { articleId, revision, title, content, pictureIds } = args;
  const request = {
    key: caller.idempotencyKey,
    hash: sha256(JSON.stringify([title, content, pictureIds])),
  };
  const before = await loadEditable(club, args, memberId, request);
  if (before === null) return false;
  const written = await validateArticle(club, args);
  await club.enforceRateLimit(memberId, "article");
  const isSame = (["title", "content"] as const).every((name) => written[name] === before[name]);
  if (isSame && written.images.join() === before.images.join()) return false;
  const added = written.images.filter((image) => !before.images.includes(image));
  await claimPictures(club, added, requireUser(caller).userId);
  // Keeps the display names from the first mention of each member.
  const known = new Map(before.mentions.map((one) => [one.id, one]));
  const mentions = written.mentions.map((one) => known.get(one.id) ?? one);
  const edited = await club.articles.edit({
    articleId,
    memberId,
    revision,
    ...written,
    ...request,
    mentions,
    time: club.time(),
  });
  // Releases removed pictures, or the newly claimed ones if the edit failed.
  await releasePictures(
    club,
    edited.outcome === "done" ? edited.unusedImages : await club.articles.findUnusedPictures(memberId, added),
  );
  throwUnlessDone(edited);
  const named = edited.outcome === "done" ? mentions.filter(({ id }) => !known.has(id)) : [];
  await club.notify(named.map(({ id: to }) => ({ kind: "mention", to, actor: memberId, articleId })));
  return edited.outcome === "done";
}

/** Editing of one's own articles. */
export function editRoutes(calls: RpcRouter, club: ClubContext, stream: ArticleStream): void {
  calls.on(editArticle, async (args, caller) => {
    const memberId = await club.actor(caller);
    if (await edit(club, args, caller, memberId)) stream.refresh();
    return presentOwnArticle(club, args.articleId, memberId);
  });
}
