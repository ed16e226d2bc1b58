import { useState } from "react";
import { Link } from "react-router";
import type { ArticleDetail } from "#contract/community-articles.ts";
import { raise, toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Sheet } from "../ui/overlay.tsx";
import { act } from "./act.ts";
import { block, manage } from "./api.ts";
import { feeds, standings } from "./club-state.ts";
import ReasonSheet from "./reason-sheet.tsx";
import { removeOwnArticle } from "./remove-article.ts";
import { ReportForm } from "./report-form.tsx";
import type { Subject } from "./subject.ts";
import { useReload } from "./use-reload.ts";
import { words } from "./words.ts";

type MoreSheetProps = { subject: Subject; onClose: () => void };
type Facts = { id: string; authorId: string; authorName: string; own: boolean; manages: boolean };

function factsOf(subject: Subject): Facts {
  if (subject.kind === "member") {
    const { id, displayName } = subject.member;
    return { id, authorId: id, authorName: displayName, own: false, manages: false };
  }
  const { author, own } = subject.kind === "article" ? subject.article : subject.comment;
  return {
    id: subject.kind === "article" ? subject.article.articleId : subject.comment.commentId,
    authorId: author.id,
    authorName: author.displayName,
    own,
    manages: subject.kind === "article" ? subject.article.manages : subject.manages,
  };
}

/** Authors edit as members do: whoever has left the group may take their article back, no more. */
const mayWrite = ({ group }: ArticleDetail): boolean =>
  (standings.read(group.groupId) ?? group).standing === "joined";

async function blockAuthor({ authorId, authorName }: Facts, subject: Subject): Promise<void> {
  const { title, text, confirm, cancel } = words.block;
  if (!(await raise("dialog", { title: title(authorName), text, confirm, cancel }))) return;
  await act(
    () => block(send, authorId, true),
    () => {
      feeds.remove(({ author }) => author.id === authorId);
      toast(words.block.done);
      if (subject.kind === "comment") subject.onBlocked();
      else subject.onGone();
    },
  );
}

const removeOwn = (subject: Subject): Promise<void> | void => {
  if (subject.kind === "comment") return subject.onDelete();
  if (subject.kind === "article") return removeOwnArticle(subject.article.articleId, subject.onGone);
};

type Moderation = { action: "hide" | "feature" | "unfeature"; reason?: string };
const moderated = (
  subject: Subject,
  id: string,
  { action, ...why }: Moderation,
  reload: () => void,
): Promise<boolean> =>
  act(
    () =>
      manage(send, {
        kind: subject.kind === "comment" ? "comment" : "article",
        targetId: id,
        action,
        ...why,
      }),
    () => {
      toast(words.moderated[action]);
      // Its tag, and what the menu offers.
      if (action !== "hide") return reload();
      if (subject.kind === "article") feeds.remove(({ articleId }) => articleId === id);
      subject.onGone();
    },
  );

/** What else can be done about an article, a comment or somebody. */
export default function MoreSheet({ subject, onClose }: MoreSheetProps) {
  const [isReporting, setReporting] = useState(false);
  const [isHiding, setHiding] = useState(false);
  const facts = factsOf(subject);
  const { own, manages, id } = facts;
  const isFeatured = subject.kind === "article" && subject.article.featured;
  const [isBusy, setBusy] = useState(false);
  const reload = useReload();
  const hide = async (reason: string) => {
    setBusy(true);
    // Refused, what was written stays.
    const isDone = await moderated(subject, id, { action: "hide", reason }, reload).finally(() =>
      setBusy(false),
    );
    if (isDone) onClose();
  };
  const run = (work: () => Promise<unknown> | void) => () => {
    onClose();
    void work();
  };
  if (isHiding)
    return (
      <ReasonSheet
        title={words.hide.title[subject.kind === "comment" ? "comment" : "article"]}
        text={words.hide.text}
        label={words.hide.reason}
        send={words.hide.confirm}
        isBusy={isBusy}
        isSevere
        onSend={(reason) => void hide(reason)}
        onClose={onClose}
      />
    );
  return (
    <Sheet isOpen onClose={onClose} title={isReporting ? words.report.title : words.more}>
      {isReporting ? (
        <ReportForm kind={subject.kind} targetId={id} onClose={onClose} />
      ) : (
        <ul className="cl-menu">
          {manages && subject.kind === "article" && (
            <li>
              <button
                type="button"
                onClick={run(() =>
                  moderated(subject, id, { action: isFeatured ? "unfeature" : "feature" }, reload),
                )}
              >
                {isFeatured ? words.unfeature : words.feature}
              </button>
            </li>
          )}
          {manages && !own && (
            <li>
              <button type="button" onClick={() => setHiding(true)}>
                {words.hideIt}
              </button>
            </li>
          )}
          {!own && (
            <li>
              <button type="button" onClick={() => setReporting(true)}>
                {words.report.title}
              </button>
            </li>
          )}
          {own && subject.kind === "article" && mayWrite(subject.article) && (
            <li>
              <Link to={`/club/article/${id}/edit`}>{words.editIt}</Link>
            </li>
          )}
          {(own || (subject.kind === "comment" && subject.isBelowOwn)) && (
            <li>
              <button type="button" className="danger" onClick={run(() => removeOwn(subject))}>
                {words.remove}
              </button>
            </li>
          )}
          {!own && (
            <li>
              <button type="button" className="danger" onClick={run(() => blockAuthor(facts, subject))}>
                {words.block.label(facts.authorName)}
              </button>
            </li>
          )}
        </ul>
      )}
    </Sheet>
  );
}
