import type { ClubData } from "./club-data.ts";
import { nodesOf, plainText } from "./rich-nodes.ts";
import { words } from "./words.ts";

/** How many letters of a text stand for its title. */
const SHORT = 24;

/** An article's title, else its first words. */
export function titleOfArticle({ title, content }: { title: string; content: string }): string {
  if (title !== "") return title;
  const letters = [...plainText(nodesOf(content)).replace(/\s+/g, " ").trim()];
  if (letters.length === 0) return words.article;
  return letters.length > SHORT ? `${letters.slice(0, SHORT).join("")}…` : letters.join("");
}

/** What a screen is called. */
export function titleOf(shown: ClubData | null): string {
  switch (shown?.screen) {
    case "group":
      return shown.group.name;
    case "article":
      return titleOfArticle(shown.article);
    case "member":
      return shown.member.displayName;
    case "find":
      return words.find.title;
    case "activity":
      return words.activity.title;
    case "gone":
      return words.gone[shown.of].title;
    case "me":
      return words.me;
    case "notices":
      return words.notices.title;
    case "complaints":
      return words.complaints.title;
    case "people":
      return words.people.title[shown.of];
    case "hidden":
      return words.hidden.title;
    case "edit":
      return words.editArticle;
    case "write":
      return words.write.title;
    default:
      return words.club;
  }
}
