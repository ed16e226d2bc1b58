import type { ClubData } from "./club-data.ts";
import { nodesOf, plainText } from "./shared/rich-nodes.ts";
import { clubMessages } from "./messages.ts";

/** How many letters of a text stand for its title. */
const SHORT = 24;

/** An article's title, else its first words. */
export function articleTitle({ title, content }: { title: string; content: string }): string {
  if (title !== "") return title;
  const letters = [...plainText(nodesOf(content)).replace(/\s+/g, " ").trim()];
  if (letters.length === 0) return clubMessages.article;
  return letters.length > SHORT ? `${letters.slice(0, SHORT).join("")}…` : letters.join("");
}

/** What a screen is called. */
export function screenTitle(shown: ClubData | null): string {
  switch (shown?.screen) {
    case "group":
      return shown.group.name;
    case "article":
      return articleTitle(shown.article);
    case "member":
      return shown.member.displayName;
    case "find":
      return clubMessages.find.title;
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
      return clubMessages.hidden.title;
    case "edit":
      return clubMessages.editArticle;
    case "write":
      return clubMessages.write.title;
    default:
      return clubMessages.club;
  }
}
