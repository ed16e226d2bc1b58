import {
  addClubWords,
  listClubWords,
  MAX_CLUB_WORDS,
  removeClubWord,
  tryClubText,
} from "#contract/console/club/words.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { trimmed } from "#contract/core/text.ts";
import { withAuditEntry, type AuditEntry } from "../../database/shared-tables/audit-log.ts";
import {
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { clubMessages } from "../messages.ts";
import { clubWordStore } from "../text/club-words-store.ts";
import { hasLetters } from "../text/word-filter.ts";
import type { ClubConsole } from "./complaint-routes.ts";

const { console: messages } = clubMessages;

/** Calls about the words that nobody may write (requirement P25). */
export function wordConsoleCalls(calls: OperatorRouter, { context, club, ports }: ClubConsole): void {
  const { db, clock, config } = context;
  const entry = (caller: OperatorCaller, outcome: "added" | "removed"): AuditEntry => ({
    by: operatorAuditActor(caller),
    action: "club.word",
    about: { kind: "club-word", id: null },
    outcome,
    now: new Date(clock.now()),
  });
  calls.on(listClubWords, async (_args, caller) => {
    requireScopes(caller, "club.read");
    const rows = await clubWordStore(db).list();
    const operators = await ports.operatorNames(rows.map(({ added_by }) => added_by));
    return {
      words: rows.map(({ word, added_by, added_time }) => ({
        word,
        by: operators.get(added_by) ?? null,
        time: toShanghaiIso(added_time),
      })),
      fileWords: [...config.clubWords],
    };
  });
  calls.on(addClubWords, async ({ words }, caller) => {
    requireScopes(caller, "club.decide");
    const wanted = [...new Set(words.map(trimmed))].filter((word) => !config.clubWords.includes(word));
    if (words.some((word) => !hasLetters(word)))
      throw new Refusal("invalid", { fields: { words: messages.wordBlank } });
    const added = await withAuditEntry(
      db,
      (transaction) =>
        clubWordStore(transaction).add(wanted, requireOperator(caller).operatorId, new Date(clock.now())),
      (count) => (count ? entry(caller, "added") : null),
    );
    if (added === null)
      throw new Refusal("invalid", { fields: { words: messages.tooManyWords(MAX_CLUB_WORDS) } });
    if (added === 0) throw new Refusal("stateChanged", { message: messages.wordKnown });
    return { added, known: new Set(words.map(trimmed)).size - added };
  });
  calls.on(removeClubWord, async ({ word }, caller) => {
    requireScopes(caller, "club.decide");
    const isRemoved = await withAuditEntry(
      db,
      (transaction) => clubWordStore(transaction).remove(word),
      (done) => (done ? entry(caller, "removed") : null),
    );
    if (!isRemoved) throw new Refusal("stateChanged", { message: messages.wordGone });
    return {};
  });
  calls.on(tryClubText, async ({ text }, caller) => {
    requireScopes(caller, "club.read");
    return { found: (await club.words.load())(text) };
  });
}
