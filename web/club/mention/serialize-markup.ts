import { mentionTextParts, type MentionText } from "./mention-text.ts";

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A text as it is sent: plain, its line breaks kept, people in `<at data-id="…">` (requirement P20). */
export const serializeMarkup = (value: MentionText): string =>
  mentionTextParts(value)
    .map((part) =>
      typeof part === "string" ? escaped(part) : `<at data-id="${part.id}">${escaped(`@${part.name}`)}</at>`,
    )
    .join("");
