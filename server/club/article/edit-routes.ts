import type { ParsedArgsOf } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { editArticle } from "#contract/club/articles.ts";
import { requireUser, type Caller } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { sha256 } from "../../core/secrets.ts";
import type { ClubContext } from "../club-context.ts";
import type { ArticleEditResult } from "./edit-store.ts";
import type { ArticleStream } from "./article-stream.ts";
import {
  articleNotFound,
  releasePictures,
  presentOwnArticle,
  claimPictures,
  validateArticle,
} from "../text/content-validation.ts";
import { clubMessages } from "../messages.ts";

type Editing = ParsedArgsOf<typeof editArticle>;

const notInGroup = (isBlocked: boolean) =>
  new Refusal("flowBranch", { remark: isBlocked ? clubMessages.blocked : clubMessages.notJoined });

/** The article, as far as it may be edited now; null: the same key has done so before. @throws Refusal */
async function editable(club: ClubContext, { articleId, revision }: Editing, by: string, sent: Sent) {
  const before = await club.articles.beforeEdit(articleId, by);
  if (before?.status !== 1) throw articleNotFound();
  if (before.member_id !== by) throw new Refusal("forbidden");
  if (sent.key !== null && before.edit_key === sent.key) {
    if (before.edit_hash !== sent.hash) throw new Refusal("conflict", { message: clubMessages.changed });
    return null;
  }
  if (before.member_status !== 2) throw notInGroup(before.member_status === 3);
  if (before.revision !== revision) throw new Refusal("conflict", { message: clubMessages.editedElsewhere });
  return before;
}
type Sent = { readonly key: string | null; readonly hash: string };

/** @throws Refusal where it was not done */
function throwUnlessDone({ outcome }: ArticleEditResult): void {
  if (outcome === "gone") throw articleNotFound();
  if (outcome === "changed") throw new Refusal("conflict", { message: clubMessages.editedElsewhere });
  if (outcome === "notJoined") throw notInGroup(false);
}

/** @returns whether anything has changed. @throws Refusal */
async function edit(club: ClubContext, args: Editing, caller: Caller, memberId: string): Promise<boolean> {
  const { articleId, revision, title, content, pictureIds } = args;
  const sent = { key: caller.idempotencyKey, hash: sha256(JSON.stringify([title, content, pictureIds])) };
  const before = await editable(club, args, memberId, sent);
  if (before === null) return false;
  const written = await validateArticle(club, args);
  await club.mustBePaced(memberId, "article");
  const isSame = (["title", "content"] as const).every((name) => written[name] === before[name]);
  if (isSame && written.images.join() === before.images.join()) return false;
  const added = written.images.filter((image) => !before.images.includes(image));
  await claimPictures(club, added, requireUser(caller).userId);
  // As they were called when they were first named.
  const known = new Map(before.mentions.map((one) => [one.id, one]));
  const mentions = written.mentions.map((one) => known.get(one.id) ?? one);
  const edited = await club.articles.edit({
    articleId,
    memberId,
    revision,
    ...written,
    ...sent,
    mentions,
    time: club.time(),
  });
  // What was taken for nothing is not kept.
  await releasePictures(
    club,
    edited.outcome === "done" ? edited.gone : await club.articles.unneeded(memberId, added),
  );
  throwUnlessDone(edited);
  const named = edited.outcome === "done" ? mentions.filter(({ id }) => !known.has(id)) : [];
  await club.tell(named.map(({ id: to }) => ({ kind: "mention", to, actor: memberId, articleId })));
  return edited.outcome === "done";
}

/** Authors correct their articles. */
export function editRoutes(calls: RpcRouter, club: ClubContext, stream: ArticleStream): void {
  calls.on(editArticle, async (args, caller) => {
    const memberId = await club.actor(caller);
    if (await edit(club, args, caller, memberId)) stream.look();
    return presentOwnArticle(club, args.articleId, memberId);
  });
}
