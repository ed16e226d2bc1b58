import type { ParsedArgsOf } from "#contract/call.ts";
import { Refusal } from "#contract/errors.ts";
import { editArticle } from "#contract/community-articles.ts";
import { userOf, type Caller } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import { sha256 } from "../secrets.ts";
import type { Club } from "./club.ts";
import type { Edited } from "./edit-store.ts";
import type { Stream } from "./stream.ts";
import { noArticle, releasePictures, shownArticle, takePictures, writtenArticle } from "./writing.ts";
import { words } from "./words.ts";

type Editing = ParsedArgsOf<typeof editArticle>;

const notInGroup = (isBlocked: boolean) =>
  new Refusal("flowBranch", { remark: isBlocked ? words.blocked : words.notJoined });

/** The article, as far as it may be edited now; null: the same key has done so before. @throws Refusal */
async function editable(club: Club, { articleId, revision }: Editing, by: string, sent: Sent) {
  const before = await club.articles.beforeEdit(articleId, by);
  if (before?.status !== 1) throw noArticle();
  if (before.member_id !== by) throw new Refusal("forbidden");
  if (sent.key !== null && before.edit_key === sent.key) {
    if (before.edit_hash !== sent.hash) throw new Refusal("conflict", { message: words.changed });
    return null;
  }
  if (before.member_status !== 2) throw notInGroup(before.member_status === 3);
  if (before.revision !== revision) throw new Refusal("conflict", { message: words.editedElsewhere });
  return before;
}
type Sent = { readonly key: string | null; readonly hash: string };

/** @throws Refusal where it was not done */
function judge({ outcome }: Edited): void {
  if (outcome === "gone") throw noArticle();
  if (outcome === "changed") throw new Refusal("conflict", { message: words.editedElsewhere });
  if (outcome === "notJoined") throw notInGroup(false);
}

/** @returns whether anything has changed. @throws Refusal */
async function edit(club: Club, args: Editing, caller: Caller, memberId: string): Promise<boolean> {
  const { articleId, revision, title, content, pictureIds } = args;
  const sent = { key: caller.idempotencyKey, hash: sha256(JSON.stringify([title, content, pictureIds])) };
  const before = await editable(club, args, memberId, sent);
  if (before === null) return false;
  const written = await writtenArticle(club, args);
  await club.mustBePaced(memberId, "article");
  const isSame = (["title", "content"] as const).every((name) => written[name] === before[name]);
  if (isSame && written.images.join() === before.images.join()) return false;
  const added = written.images.filter((image) => !before.images.includes(image));
  await takePictures(club, added, userOf(caller).userId);
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
  judge(edited);
  const named = edited.outcome === "done" ? mentions.filter(({ id }) => !known.has(id)) : [];
  await club.tell(named.map(({ id: to }) => ({ kind: "mention", to, actor: memberId, articleId })));
  return edited.outcome === "done";
}

/** Authors correct their articles. */
export function editRoutes(calls: Calls, club: Club, stream: Stream): void {
  calls.on(editArticle, async (args, caller) => {
    const memberId = await club.actor(caller);
    if (await edit(club, args, caller, memberId)) stream.look();
    return shownArticle(club, args.articleId, memberId);
  });
}
