import { useRef, useState } from "react";
import {
  decideComplaint,
  openComplaints,
  type Complaint,
  type ComplaintDecision,
  type ComplaintPage,
} from "#contract/club/complaints.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useRefetchOnFocus } from "../../ui/hooks/use-refetch-on-focus.ts";
import { keyOf } from "./complaint-subject.ts";
import { complaintsMessages } from "./messages.ts";

const quiet = { isSilent: true } as const;

type LoadPage = (cursor?: string) => Promise<ComplaintPage>;
type Article = Complaint["article"];
/** Loads the current articles of the first `count` complaints, by `keyOf`. */
async function loadArticles(loadPage: LoadPage, count: number): Promise<ReadonlyMap<string, Article>> {
  const found = new Map<string, Article>();
  let cursor: string | undefined;
  do {
    const { list, nextCursor } = await loadPage(cursor);
    for (const complaint of list) found.set(keyOf(complaint), complaint.article);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined && found.size < count);
  return found;
}

type SetPage = (change: (before: ComplaintPage | null) => ComplaintPage | null) => void;
/**
 * Renews the URLs of pictures, which expire after ten minutes. Loads the complaints again, since `article/pictures`
 * has no URLs of hidden articles; everything but the articles stays unchanged.
 */
function useRenewedPictures(
  loadPage: LoadPage,
  page: ComplaintPage | null,
  setPage: SetPage,
): () => Promise<void> {
  const isRenewing = useRef(false);
  return async () => {
    if (isRenewing.current || page === null) return;
    isRenewing.current = true;
    try {
      const articles = await loadArticles(loadPage, page.list.length);
      setPage(
        (before) =>
          before && {
            ...before,
            list: before.list.map((one) => ({ ...one, article: articles.get(keyOf(one)) ?? one.article })),
          },
      );
    } catch {
      // The next picture that fails tries again, and so does returning to the page.
    } finally {
      isRenewing.current = false;
    }
  };
}

/**
 * Complaints of a view, refetched when the page becomes visible again, since colleagues decide, too.
 * @param by name of the operator
 */
export function useComplaints(link: string, by: string, isDecided: boolean) {
  const loadPage = (cursor?: string) =>
    send(openComplaints, { link, decided: isDecided, ...(cursor !== undefined && { cursor }) }, quiet);
  const { value: page, setValue: setPage, reason, load } = useRefetchOnFocus(() => loadPage());
  const [busyKey, setBusyKey] = useState<string | null>(null);
  const more = async (cursor: string) => {
    const next = await loadPage(cursor);
    setPage((before) => {
      const known = new Set(before?.list.map(keyOf));
      return {
        ...next,
        list: [...(before?.list ?? []), ...next.list.filter((one) => !known.has(keyOf(one)))],
      };
    });
  };
  const renewPictures = useRenewedPictures(loadPage, page, setPage);
  const decide = async (complaint: Complaint, decision: ComplaintDecision): Promise<void> => {
    if (busyKey !== null) return;
    setBusyKey(keyOf(complaint));
    const { kind, targetId, newestId } = complaint;
    try {
      const args = { link, by, kind, targetId, newestId, decision, again: isDecided };
      const answer = await send(decideComplaint, args);
      showToast(complaintsMessages.done[decision]);
      setPage(
        (before) =>
          before && {
            ...before,
            waiting: answer.waiting,
            list: isDecided
              ? before.list.map((one) => (keyOf(one) === keyOf(complaint) ? answer.complaint : one))
              : before.list.filter((one) => keyOf(one) !== keyOf(complaint)),
          },
      );
    } catch (error) {
      // The call itself shows a refusal.
      if (asRefusal(error) === null) throw error;
      if (asRefusal(error)?.refusal === "conflict") await load();
    } finally {
      setBusyKey(null);
    }
  };
  const isBusy = (complaint: Complaint) => busyKey === keyOf(complaint);
  return { page, reason, load, more, renewPictures, decide, isBusy };
}
