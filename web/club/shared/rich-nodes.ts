/** Node of parsed markup: text or one of the allowed elements. */
export type RichNode =
  | string
  | { readonly tag: "br" }
  | { readonly tag: "p"; readonly children: readonly RichNode[] }
  | { readonly tag: "strong"; readonly children: readonly RichNode[] }
  | { readonly tag: "em"; readonly children: readonly RichNode[] }
  | { readonly tag: "at"; readonly id: string; readonly children: readonly RichNode[] };

type OpenElement = { tag: "p" | "strong" | "em" | "at" | null; id: string; children: RichNode[] };

/** Allowed elements in the exact form that the server's sanitiser writes. */
const elementPattern = /<(?:(br) ?\/?|(\/?)(p|strong|em)|(at) data-id="(\d{1,19})"|(\/)(at))>/g;
const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** Decodes character references; unknown ones are left unchanged. */
const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

function toNode({ tag, id, children }: OpenElement): RichNode {
  if (tag === "at") return { tag, id, children };
  return { tag: tag ?? "em", children };
}

/** Parses markup. Anything but an allowed element is literal text; elements left open are closed. */
export function nodesOf(markup: string): readonly RichNode[] {
  const stack: OpenElement[] = [{ tag: null, id: "", children: [] }];
  const add = (node: RichNode) => stack.at(-1)?.children.push(node);
  const close = () => {
    const open = stack.pop();
    if (open) add(toNode(open));
  };
  let at = 0;
  for (const match of markup.matchAll(elementPattern)) {
    const [whole, br, slash, plain, mention, id, atSlash] = match;
    if (match.index > at) add(decodeEntities(markup.slice(at, match.index)));
    at = match.index + whole.length;
    const tag = (plain ?? (mention || atSlash ? "at" : null)) as OpenElement["tag"];
    if (br) add({ tag: "br" });
    else if (slash || atSlash) {
      if (stack.some((open) => open.tag === tag)) {
        while (stack.at(-1)?.tag !== tag) close();
        close();
      }
    } else stack.push({ tag, id: id ?? "", children: [] });
  }
  if (at < markup.length) add(decodeEntities(markup.slice(at)));
  while (stack.length > 1) close();
  return stack[0]?.children ?? [];
}

/** Text without markup, with paragraphs and breaks as lines: for titles, shares and labels. */
export const plainText = (nodes: readonly RichNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === "string") return node;
      if (node.tag === "br") return "\n";
      const inner = plainText(node.children);
      return node.tag === "p" ? `${inner}\n` : inner;
    })
    .join("")
    .replace(/\n+$/, "");
