import { Refusal } from "#contract/errors.ts";
import { communityLimits } from "#contract/community-limits.ts";
import type { Club } from "./club.ts";
import { authorOf } from "./rules.ts";
import { draftOf, keptOf, plainOf, shownOf, type Named } from "./text.ts";
import { words } from "./words.ts";

type Terms = {
  readonly hasParagraphs: boolean;
  /** Characters as read. */
  readonly most: number;
  readonly mayBeEmpty: boolean;
};

/**
 * A text as it is kept: cleaned, its mentions held against the members there are.
 * @throws Refusal "invalid": empty, too long, or with a word that is not allowed
 */
export async function writtenText(
  club: Club,
  input: string,
  { hasParagraphs, most, mayBeEmpty }: Terms,
): Promise<{ content: string; mentions: Named[] }> {
  const fault = (content: string) => new Refusal("invalid", { fields: { content } });
  const draft = draftOf(input, hasParagraphs);
  const rows = await club.members.named(draft.ids.slice(0, 5 * communityLimits.mentionsMost));
  const people = new Map(
    [...rows].flatMap(([asked, row]) => {
      const { id, displayName } = authorOf(row);
      return row.deleted_time === null ? [[asked, { id, displayName }] as const] : [];
    }),
  );
  const kept = keptOf(draft, people, communityLimits.mentionsMost);
  const byId = new Map(kept.mentions.map((one) => [one.id, one]));
  const text = plainOf(shownOf(kept.content, byId, words.gone));
  if (!mayBeEmpty && /^[\p{White_Space}\p{Cc}\p{Cf}]*$/u.test(text)) throw fault(words.empty);
  if ([...text].length > most) throw fault(words.tooLong(most));
  if (club.hasBadWord(text)) throw fault(words.badWord);
  return kept;
}
