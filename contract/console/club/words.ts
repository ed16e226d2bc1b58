import * as z from "zod/mini";
import { timestamp, upTo, visible } from "../../core/fields.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { triedText } from "./complaints.ts";

/** Words that operators can add. */
export const MAX_CLUB_WORDS = 2_000;
const MAX_WORD_LENGTH = 30;
const clubWord = z
  .string("请填写敏感词")
  .check(visible("请填写敏感词"), upTo(MAX_WORD_LENGTH, `每个词最多 ${MAX_WORD_LENGTH} 个字`));

/** Words that nobody may write: those of operators, and those of the installation's file, which stay. */
export const listClubWords = defineOperatorCall({
  name: "listClubWords",
  path: "club/words",
  kind: "read",
  right: "club.read",
  args: z.object({}),
  result: z.object({
    words: z.array(z.object({ word: z.string(), by: z.nullable(z.string()), time: timestamp })),
    /** Words of CLUB_WORDS_FILE. */
    fileWords: z.array(z.string()),
  }),
  refusals: [],
});
export type ClubWords = z.output<typeof listClubWords.result>;

/** Most words of one call, as pasted. */
const MAX_ADDED_WORDS = 200;
/** Adds words; those that are known already are left. They hold for texts that are sent from then on. */
export const addClubWords = defineOperatorCall({
  name: "addClubWords",
  path: "club/words/add",
  kind: "write",
  right: "club.decide",
  args: z.object({
    words: z
      .array(clubWord)
      .check(
        z.minLength(1, "请填写敏感词"),
        z.maxLength(MAX_ADDED_WORDS, `一次最多添加 ${MAX_ADDED_WORDS} 个`),
      ),
  }),
  result: z.object({ added: z.int(), known: z.int() }),
  refusals: ["stateChanged"],
});

/** Removes a word that an operator added. */
export const removeClubWord = defineOperatorCall({
  name: "removeClubWord",
  path: "club/words/remove",
  kind: "write",
  right: "club.decide",
  args: z.object({ word: z.string().check(upTo(MAX_WORD_LENGTH)) }),
  result: z.object({}),
  refusals: ["stateChanged"],
});

/** Words that would refuse a text; the text is kept nowhere. */
export const tryClubText = defineOperatorCall({
  name: "tryClubText",
  path: "club/words/try",
  kind: "read",
  right: "club.read",
  args: z.object({ text: triedText }),
  result: z.object({ found: z.array(z.string()) }),
  refusals: [],
});
