import data, {
  type CompatStatement,
  type Identifier,
  type VersionValue,
} from "@mdn/browser-compat-data" with { type: "json" };

/** Versions of browsers by the names of @mdn/browser-compat-data: the oldest that something is for. */
export type BrowserVersions = Readonly<Record<string, number>>;

/** What scripts call by name; each with whether browsers this old all know it. */
export type BrowserSupport = {
  /** `structuredClone`, `URLPattern`: names that stand alone. */
  readonly globals: ReadonlyMap<string, boolean>;
  /** `URL.parse`, `Intl.DurationFormat`. */
  readonly statics: ReadonlyMap<string, boolean>;
  /** `navigator.share`: methods of the one thing of that name. */
  readonly single: ReadonlyMap<string, boolean>;
  /** `toSorted`: methods of whatever they are called on; known where anything has an old one of that name. */
  readonly methods: ReadonlyMap<string, boolean>;
  /** Whether a regular expression is understood. */
  isPattern(pattern: string, flags: string): boolean;
};

/** Of the browser's interfaces those whose things go by many names in every page; others are named first, or asked for. */
const COMMON_INTERFACES =
  /^(Document|DocumentFragment|Node|NodeList|Element|(HTML|SVG)\w*Element|DOMTokenList|CSSStyleDeclaration|EventTarget|((Mouse|Pointer|Keyboard|Input|Touch|Focus|Fetch|Extendable|Install)?Event)|Storage|URL|URLSearchParams|Request|Response|Headers|Blob|File|FileList|FormData|AbortSignal|AbortController|Animation|Selection|Range|Cache|IDB(Database|ObjectStore|Transaction|Cursor|Index)|CanvasRenderingContext2D|ReadableStream|TextEncoder|TextDecoder)$/;
/** Of others there is one, by this name. */
const SINGLETON_INTERFACES: Readonly<Record<string, string>> = {
  Navigator: "navigator",
  History: "history",
  Location: "location",
  Performance: "performance",
  Crypto: "crypto",
  SubtleCrypto: "subtle",
  CacheStorage: "caches",
  Clipboard: "clipboard",
  Geolocation: "geolocation",
  ServiceWorkerContainer: "serviceWorker",
  ServiceWorkerRegistration: "registration",
};

const versionOf = (version: VersionValue | undefined): number =>
  version === undefined || version === null || version === false || version === "preview"
    ? Infinity
    : Number.parseFloat(String(version).replace("≤", ""));

function isKnownBy({ support }: CompatStatement, browsers: BrowserVersions): boolean {
  return Object.entries(browsers).every(([browser, oldest]) => {
    const told = support[browser as keyof typeof support];
    const ways = told === undefined ? [] : Array.isArray(told) ? told : [told];
    return ways.some(
      ({ version_added, version_removed, flags, prefix, alternative_name }) =>
        version_removed === undefined &&
        flags === undefined &&
        prefix === undefined &&
        alternative_name === undefined &&
        versionOf(version_added) <= oldest,
    );
  });
}

type Part = { readonly name: string; readonly inside: Identifier; readonly compat: CompatStatement };
/** What has support of its own. Without a standard a name is one that scripts use for things of their own. */
function partsOf(of: Identifier): Part[] {
  const parts = Object.entries(of).filter(([name]) => name !== "__compat") as [string, Identifier][];
  return parts.flatMap(([name, inside]) => {
    const compat = inside.__compat;
    return compat?.status?.standard_track === true ? [{ name, inside, compat }] : [];
  });
}

/** What browsers of these versions know. */
export function browserSupportFor(browsers: BrowserVersions): BrowserSupport {
  const names = () => new Map<string, boolean>();
  const known = { globals: names(), statics: names(), single: names(), methods: names() };
  const note = (where: Map<string, boolean>, name: string, compat: CompatStatement): boolean => {
    const isKnown = isKnownBy(compat, browsers);
    where.set(name, where.get(name) === true || isKnown);
    return isKnown;
  };
  const builtins = data.javascript.builtins ?? {};
  for (const group of [data.api, builtins])
    for (const { name: owner, inside, compat } of partsOf(group)) {
      const isKnown = note(known.globals, owner, compat);
      for (const { name, compat: its } of partsOf(inside)) {
        const plain = name.replace(/_static$/, "");
        // Of the language's own things the data does not say which are called on the class itself.
        if (name.endsWith("_static") || group === builtins) note(known.statics, `${owner}.${plain}`, its);
        if (owner === "Window") note(known.globals, name, its);
        // Of what is itself younger, the name is found first; but iterators are everywhere.
        if (owner === "Iterator" || (isKnown && (group === builtins || COMMON_INTERFACES.test(owner))))
          note(known.methods, name, its);
        else if (owner in SINGLETON_INTERFACES)
          note(known.single, `${SINGLETON_INTERFACES[owner]}.${name}`, its);
      }
    }
  const syntax = data.javascript.regular_expressions ?? {};
  const hasSyntax = (name: string) => {
    const compat = syntax[name]?.__compat;
    if (compat === undefined) throw new Error(`@mdn/browser-compat-data knows no ${name}`);
    return isKnownBy(compat, browsers);
  };
  const patterns: readonly [RegExp, string][] = [
    [/\(\?<[=!]/, "lookbehind_assertion"],
    [/\(\?[ims]*-?[ims]*:(?<!\(\?:)/, "modifier"],
  ];
  const flagNames = { v: "unicodeSets", d: "hasIndices", s: "dotAll" };
  return {
    ...known,
    isPattern: (pattern, flags) =>
      patterns.every(([how, name]) => !how.test(pattern) || hasSyntax(name)) &&
      Object.entries(flagNames).every(
        ([flag, name]) => !flags.includes(flag) || known.methods.get(name) === true,
      ),
  };
}
