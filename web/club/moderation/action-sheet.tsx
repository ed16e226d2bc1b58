import { useState } from "react";
import { Link } from "react-router";
import type { ArticleDetail } from "#contract/club/articles.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { runMutation } from "../shared/run-mutation.ts";
import { block } from "../member/api.ts";
import { moderateContent } from "./api.ts";
import { feedCache, memberships } from "../club-state.ts";
import ReasonSheet from "../shared/reason-sheet.tsx";
import { removeOwnArticle } from "../article/remove-article.ts";
import { ReportForm } from "./report-form.tsx";
import type { ActionSubject } from "./action-subject.ts";
import { useReload } from "../shared/use-reload.ts";
import { clubMessages } from "../messages.ts";
import { groupMessages } from "../group/messages.ts";
import { writingMessages } from "../writing-messages.ts";
import * as peopleCss from "../member/people.module.css";

type ActionSheetProps = { subject: ActionSubject; onClose: () => void };
type SubjectFacts = { id: string; authorId: string; authorName: string; own: boolean; manages: boolean };

function factsOf(subject: ActionSubject): SubjectFacts {
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

/** Whether the author may edit: an author who has left the group may only delete the article. */
const canEdit = ({ group }: ArticleDetail): boolean =>
  (memberships.read(group.groupId) ?? group).standing === "joined";

async function blockAuthor({ authorId, authorName }: SubjectFacts, subject: ActionSubject): Promise<void> {
  const { title, text, confirm, cancel } = clubMessages.block;
  if (!(await raiseChallenge("dialog", { title: title(authorName), text, confirm, cancel }))) return;
  await runMutation(
    () => block(send, authorId, true),
    () => {
      feedCache.remove(({ author }) => author.id === authorId);
      showToast(clubMessages.block.done);
      if (subject.kind === "comment") subject.onBlocked();
      else subject.onGone();
    },
  );
}

const removeOwn = (subject: ActionSubject): Promise<void> | void => {
  if (subject.kind === "comment") return subject.onDelete();
  if (subject.kind === "article") return removeOwnArticle(subject.article.articleId, subject.onGone);
};

type Moderation = { action: "hide" | "feature" | "unfeature"; reason?: string };
const applyModeration = (
  subject: ActionSubject,
  id: string,
  { action, ...reason }: Moderation,
  reload: () => void,
): Promise<boolean> =>
  runMutation(
    () =>
      moderateContent(send, {
        kind: subject.kind === "comment" ? "comment" : "article",
        targetId: id,
        action,
        ...reason,
      }),
    () => {
      showToast(clubMessages.moderated[action]);
      // Updates the article's tag and the menu.
      if (action !== "hide") return reload();
      if (subject.kind === "article") feedCache.remove(({ articleId }) => articleId === id);
      subject.onGone();
    },
  );

/** Menu with further actions for an article, a comment or a member. */
export default function ActionSheet({ subject, onClose }: ActionSheetProps) {
  const [isReporting, setReporting] = useState(false);
  const [isHiding, setHiding] = useState(false);
  const facts = factsOf(subject);
  const { own, manages, id } = facts;
  const isFeatured = subject.kind === "article" && subject.article.featured;
  const [isBusy, setBusy] = useState(false);
  const reload = useReload();
  const hide = async (reason: string) => {
    setBusy(true);
    // After a refusal the sheet stays open with the reason.
    const isDone = await applyModeration(subject, id, { action: "hide", reason }, reload).finally(() =>
      setBusy(false),
    );
    if (isDone) onClose();
  };
  const closeAndRun = (action: () => Promise<unknown> | void) => () => {
    onClose();
    void action();
  };
  if (isHiding)
    return (
      <ReasonSheet
        title={groupMessages.hide.title[subject.kind === "comment" ? "comment" : "article"]}
        text={groupMessages.hide.text}
        label={groupMessages.hide.reason}
        send={groupMessages.hide.confirm}
        isBusy={isBusy}
        isSevere
        onSend={(reason) => void hide(reason)}
        onClose={onClose}
      />
    );
  return (
    <Sheet isOpen onClose={onClose} title={isReporting ? writingMessages.report.title : clubMessages.more}>
      {isReporting ? (
        <ReportForm kind={subject.kind} targetId={id} onClose={onClose} />
      ) : (
        <ul className={peopleCss.menu}>
          {manages && subject.kind === "article" && (
            <li>
              <button
                type="button"
                onClick={closeAndRun(() =>
                  applyModeration(subject, id, { action: isFeatured ? "unfeature" : "feature" }, reload),
                )}
              >
                {isFeatured ? clubMessages.unfeature : clubMessages.feature}
              </button>
            </li>
          )}
          {manages && !own && (
            <li>
              <button type="button" onClick={() => setHiding(true)}>
                {clubMessages.hideIt}
              </button>
            </li>
          )}
          {!own && (
            <li>
              <button type="button" onClick={() => setReporting(true)}>
                {writingMessages.report.title}
              </button>
            </li>
          )}
          {own && subject.kind === "article" && canEdit(subject.article) && (
            <li>
              <Link to={`/club/article/${id}/edit`}>{clubMessages.editIt}</Link>
            </li>
          )}
          {(own || (subject.kind === "comment" && subject.isBelowOwn)) && (
            <li>
              <button
                type="button"
                className={peopleCss.danger}
                onClick={closeAndRun(() => removeOwn(subject))}
              >
                {clubMessages.remove}
              </button>
            </li>
          )}
          {!own && (
            <li>
              <button
                type="button"
                className={peopleCss.danger}
                onClick={closeAndRun(() => blockAuthor(facts, subject))}
              >
                {clubMessages.block.label(facts.authorName)}
              </button>
            </li>
          )}
        </ul>
      )}
    </Sheet>
  );
}
