import { createHash } from "node:crypto";

/** A page with its style sheets in it, and the hash by which its policy lets them be; null where it has none. */
export type InlinedStyles = { readonly html: string; readonly hash: string | null };

const STYLE_SHEET_LINK = /<link rel="stylesheet" href="([^"#]+)(#?)"\/>/g;

/**
 * Puts a page's own style sheets into its head, so that nothing is asked for before the first paint
 * (requirement Z07). Their links stay, since React takes them over and pages that follow may need
 * the files, but hold nothing up: no medium is meant.
 * @param read a sheet's text by its address; null for one that is not ours
 */
export function inlineStyles(html: string, read: (address: string) => string | null): InlinedStyles {
  const end = html.indexOf("</head>");
  const texts: string[] = [];
  let first = -1;
  const head = html
    .slice(0, end)
    .replace(STYLE_SHEET_LINK, (link, address: string, mark: string, at: number) => {
      const text = read(address);
      // What would end the element is none of ours.
      if (text === null || text.includes("</")) return link;
      if (first === -1) first = at;
      texts.push(text);
      return `<link rel="stylesheet" href="${address}${mark}" media="not all"/>`;
    });
  if (end === -1 || first === -1) return { html, hash: null };
  const style = texts.join("");
  const hash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
  return {
    html: `${head.slice(0, first)}<style>${style}</style>${head.slice(first)}${html.slice(end)}`,
    hash,
  };
}

/** A policy that lets the style sheets in a page be. */
export const addStyleHash = (policy: string, hash: string | null): string =>
  hash === null ? policy : policy.replace("style-src 'self'", `style-src 'self' ${hash}`);
