import { sql } from "kysely";
import { MAX_CLUB_WORDS } from "#contract/console/club/words.ts";
import type { Database } from "../../database/connection/database.ts";
import { wordFinder } from "./word-filter.ts";

export type ClubWordRow = { word: string; added_by: string; added_time: Date };
/** Finds the forbidden words of a text. */
export type WordSearch = (text: string) => string[];

/** Words that nobody may write: those of the installation's file, and those that operators have added. */
export function clubWords(db: Database, fileWords: readonly string[]) {
  let cached: { readonly key: string; readonly search: WordSearch } | null = null;
  return {
    /**
     * Reads the words as they are now, so that a change holds at once in every process. Building the search is the
     * costly part, which is repeated only for other words.
     */
    async load(within = db): Promise<WordSearch> {
      const { rows } = await sql<{ word: string }>`select word from club_word order by word`.execute(within);
      const added = rows.map(({ word }) => word);
      const key = added.join("\n");
      if (cached?.key !== key) cached = { key, search: wordFinder([...fileWords, ...added]) };
      return cached.search;
    },
    /** Whether a text has a forbidden word. @param within a transaction that is open */
    async has(text: string, within = db): Promise<boolean> {
      return (await this.load(within))(text).length > 0;
    },
  };
}

export const clubWordStore = (db: Database) => ({
  /** The newest first. */
  async list(): Promise<ClubWordRow[]> {
    const { rows } = await sql<ClubWordRow>`
      select word, added_by, added_time from club_word order by added_time desc, word`.execute(db);
    return rows;
  },
  /**
   * Adds words that are new. The list is locked, so that the limit holds for two who add at once.
   * @returns the number added; null: more than the list takes
   */
  async add(words: readonly string[], by: string, now: Date): Promise<number | null> {
    await sql`lock table club_word in share row exclusive mode`.execute(db);
    const { rows } = await sql<{ count: number }>`
      select count(distinct word)::int as count from (select word from club_word
        union all select unnest(${[...words]}::text[])) w`.execute(db);
    if ((rows[0]?.count ?? 0) > MAX_CLUB_WORDS) return null;
    const { rows: added } = await sql`insert into club_word (word, added_by, added_time)
      select word, ${by}, ${now} from unnest(${[...new Set(words)]}::text[]) as word
      on conflict do nothing returning 1`.execute(db);
    return added.length;
  },
  /** @returns false: removed already */
  async remove(word: string): Promise<boolean> {
    const { rows } = await sql`delete from club_word where word = ${word} returning 1`.execute(db);
    return rows.length > 0;
  },
});
