import sanitizeHtml from "sanitize-html";

/** Allow-list of rich text: structure and pictures; no scripts, styles, forms or frames (requirement L14). */
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
    // `noopener` keeps the linked page from controlling this one.
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: "noopener nofollow" } }),
    // Pictures in texts are loaded lazily and never over plain http (requirement K16).
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
/** Removes everything that is not on the allow-list. */
export const sanitiseRichText = (html: string): string => sanitizeHtml(html, options);
