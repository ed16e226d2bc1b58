import type { ContestEntry, OwnContestEntry } from "#contract/contest/contest.ts";
import { publicNickname } from "#contract/session/default-nickname.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { ShownEntryRow } from "./entry-store.ts";
import { contestMessages } from "./messages.ts";
import type { ContestPorts } from "./ports.ts";

/** Whether it is the id of an uploaded picture; otherwise the address of one of the maker's. */
const isUpload = (picture: string): boolean => /^\d+$/.test(picture);
const states = ["review", "shown", "hidden"] as const;

/** Presents entries, with addresses of their pictures that are valid for ten minutes. */
export async function presentEntries<R extends ShownEntryRow>(
  rows: readonly R[],
  { pictures }: ContestPorts,
): Promise<ContestEntry[]> {
  const urls = await pictures.urlsOf(rows.map(({ picture }) => picture).filter(isUpload));
  return rows.map((row) => ({
    entryId: row.entry_id,
    title: row.title,
    caption: row.caption,
    authorName: row.user_id === null ? null : publicNickname(row.author_name ?? contestMessages.deletedUser),
    pictureUrl: isUpload(row.picture) ? (urls.get(row.picture) ?? "") : row.picture,
    votes: row.votes,
    createdTime: toShanghaiIso(row.created_time),
  }));
}

/** Presents a person's own entries with their states. */
export async function presentOwnEntries(
  rows: readonly ShownEntryRow[],
  ports: ContestPorts,
): Promise<OwnContestEntry[]> {
  const entries = await presentEntries(rows, ports);
  return entries.map((entry, at) => ({ ...entry, state: states[rows[at]?.status ?? 1] ?? "shown" }));
}
