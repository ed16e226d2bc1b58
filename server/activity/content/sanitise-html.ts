import sanitizeHtml from "sanitize-html";

/** What rich text may hold: structure and pictures; no scripts, styles, forms or frames (requirement L14). */
const options: sanitizeHtml.IOptions = {
  allowedTags: [
    "p",
    "br",
    "h2",
    "h3",
    "h4",
    "strong",
    "em",
    "b",
    "i",
    "ul",
    "ol",
    "li",
    "blockquote",
    "a",
    "img",
    "figure",
    "figcaption",
    "hr",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
  ],
  allowedAttributes: {
    a: ["href", "title", "rel"],
    img: ["src", "alt", "width", "height", "loading", "decoding"],
    th: ["colspan", "rowspan"],
    td: ["colspan", "rowspan"],
  },
  allowedSchemes: ["https", "http", "tel"],
  allowedSchemesByTag: { img: ["https", "http"] },
  allowProtocolRelative: false,
  transformTags: {
    // A link leads away in its own right, without a handle on our page.
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: "noopener nofollow" } }),
    // Pictures in texts come late and never over plain http (requirement K16).
    img: (tagName, attribs) => ({
      tagName,
      attribs: {
        ...attribs,
        src: (attribs["src"] ?? "").replace(/^http:/i, "https:"),
        alt: attribs["alt"] ?? "",
        loading: "lazy",
        decoding: "async",
      },
    }),
  },
};
/** Rich text as it may be shown: whatever is not on the allow-list is gone. */
export const sanitiseRichText = (html: string): string => sanitizeHtml(html, options);
