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
import { complaintsMessages } from "./messages.ts";

const quiet = { isSilent: true } as const;
const keyOf = ({ kind, targetId }: Complaint): string => `${kind} ${targetId}`;

type Ask = (cursor?: string) => Promise<ComplaintPage>;
type Article = Complaint["article"];
/** As they stand now, of as many complaints as are known, by `keyOf`. */
async function articlesNow(ask: Ask, known: number): Promise<ReadonlyMap<string, Article>> {
  const found = new Map<string, Article>();
  let cursor: string | undefined;
  do {
    const { list, nextCursor } = await ask(cursor);
    for (const complaint of list) found.set(keyOf(complaint), complaint.article);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined && found.size < known);
  return found;
}

type Change = (change: (before: ComplaintPage | null) => ComplaintPage | null) => void;
/**
 * Pictures' addresses are over after ten minutes, and `article/pictures` gives none of what is hidden:
 * the complaints are asked again for them. All else stays as it was read.
 */
function useRefreshedPictures(ask: Ask, page: ComplaintPage | null, setPage: Change): () => Promise<void> {
  const isRenewing = useRef(false);
  return async () => {
    if (isRenewing.current || page === null) return;
    isRenewing.current = true;
    try {
      const articles = await articlesNow(ask, page.list.length);
      setPage(
        (before) =>
          before && {
            ...before,
            list: before.list.map((one) => ({ ...one, article: articles.get(keyOf(one)) ?? one.article })),
          },
      );
    } catch {
      // The next picture that fails asks again, and so does coming back to the page.
    } finally {
      isRenewing.current = false;
    }
  };
}

/** Complaints of one view: asked again when the page is looked at again, since colleagues decide too. */
export function useComplaints(link: string, by: string, isDecided: boolean) {
  const ask = (cursor?: string) =>
    send(openComplaints, { link, decided: isDecided, ...(cursor !== undefined && { cursor }) }, quiet);
  const renewed = useRefetchOnFocus(() => ask());
  const { value: page, setValue: setPage, reason, load } = renewed;
  const [busy, setBusy] = useState<string | null>(null);
  const more = async (cursor: string) => {
    const next = await ask(cursor);
    setPage((before) => {
      const known = new Set(before?.list.map(keyOf));
      return {
        ...next,
        list: [...(before?.list ?? []), ...next.list.filter((one) => !known.has(keyOf(one)))],
      };
    });
  };
  const renew = useRefreshedPictures(ask, page, setPage);
  const decide = async (complaint: Complaint, decision: ComplaintDecision): Promise<void> => {
    if (busy !== null) return;
    setBusy(keyOf(complaint));
    const { kind, targetId, newestId } = complaint;
    try {
      const wish = { link, by, kind, targetId, newestId, decision, again: isDecided };
      const answer = await send(decideComplaint, wish);
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
      // Told by the call itself.
      if (asRefusal(error) === null) throw error;
      if (asRefusal(error)?.refusal === "conflict") await load();
    } finally {
      setBusy(null);
    }
  };
  return { page, reason, load, more, renew, decide, isBusy: (one: Complaint) => busy === keyOf(one) };
}
