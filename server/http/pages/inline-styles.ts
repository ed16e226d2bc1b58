import { createHash } from "node:crypto";

/** A page with inlined style sheets, and their CSP hash source; null: it has none. */
export type InlinedStyles = { readonly html: string; readonly hash: string | null };

const STYLE_SHEET_LINK = /<link rel="stylesheet" href="([^"#]+)(#?)"\/>/g;

/**
 * Inlines the product's own style sheets into the head, so that the first paint needs no further request (requirement
 * Z07). Their links stay, since React hydrates them and later pages may need the files, but no longer block rendering,
 * because their media query never matches.
 * @param read returns the text of a style sheet by its URL; null: not one of the product's own
 */
export function inlineStyles(html: string, read: (url: string) => string | null): InlinedStyles {
  const end = html.indexOf("</head>");
  const texts: string[] = [];
  let first = -1;
  const head = html
    .slice(0, end)
    .replace(STYLE_SHEET_LINK, (link, url: string, fragment: string, index: number) => {
      const text = read(url);
      // A text with "</" could close the style element.
      if (text === null || text.includes("</")) return link;
      if (first === -1) first = index;
      texts.push(text);
      return `<link rel="stylesheet" href="${url}${fragment}" media="not all"/>`;
    });
  if (end === -1 || first === -1) return { html, hash: null };
  const style = texts.join("");
  const hash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
  return {
    html: `${head.slice(0, first)}<style>${style}</style>${head.slice(first)}${html.slice(end)}`,
    hash,
  };
}

/** Allows the inlined style sheets of a page in its policy. */
export const addStyleHash = (policy: string, hash: string | null): string =>
  hash === null ? policy : policy.replace("style-src 'self'", `style-src 'self' ${hash}`);
