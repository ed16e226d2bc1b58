import { mentionTextParts, type MentionText } from "./mention-text.ts";

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Converts a text to the markup that is sent: plain text with line breaks, mentions as `<at data-id="…">` (requirement P20). */
export const serializeMarkup = (value: MentionText): string =>
  mentionTextParts(value)
    .map((part) =>
      typeof part === "string"
        ? escapeHtml(part)
        : `<at data-id="${part.id}">${escapeHtml(`@${part.name}`)}</at>`,
    )
    .join("");
