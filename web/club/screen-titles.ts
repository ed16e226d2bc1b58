import { shortenText } from "#contract/core/text.ts";
import type { ClubData } from "./club-data.ts";
import { nodesOf, plainText } from "./shared/rich-nodes.ts";
import { clubMessages } from "./messages.ts";
import { groupMessages } from "./group/messages.ts";
import { writingMessages } from "./writing-messages.ts";

/** Length of a title that is taken from the text, characters. */
const TITLE_LENGTH = 24;

/** Title of an article; without one the beginning of its text. */
export function articleTitle({ title, content }: { title: string; content: string }): string {
  if (title !== "") return title;
  return (
    shortenText(plainText(nodesOf(content)).replace(/\s+/g, " ").trim(), TITLE_LENGTH + 1) ||
    clubMessages.article
  );
}

/** Document title of a screen. */
export function screenTitle(shown: ClubData | null): string {
  switch (shown?.screen) {
    case "group":
      return shown.group.name;
    case "article":
      return articleTitle(shown.article);
    case "member":
      return shown.member.displayName;
    case "find":
      return groupMessages.find.title;
    case "activity":
      return clubMessages.activity.title;
    case "gone":
      return clubMessages.gone[shown.of].title;
    case "me":
      return clubMessages.me;
    case "notices":
      return clubMessages.notices.title;
    case "complaints":
      return clubMessages.complaints.title;
    case "people":
      return clubMessages.people.title[shown.of];
    case "hidden":
      return groupMessages.hidden.title;
    case "edit":
      return clubMessages.editArticle;
    case "write":
      return writingMessages.write.title;
    default:
      return clubMessages.club;
  }
}
