/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Serializes JSON for a script element, so that it cannot end the element. */
export const jsonForHtml = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");
