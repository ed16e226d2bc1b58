import data, {
  type CompatStatement,
  type Identifier,
  type VersionValue,
} from "@mdn/browser-compat-data" with { type: "json" };

/** Oldest supported versions of browsers, by the names of @mdn/browser-compat-data. */
export type BrowserVersions = Readonly<Record<string, number>>;

/** Names that scripts call, each with whether all of these browsers support it. */
export type BrowserSupport = {
  /** Global names: `structuredClone`, `URLPattern`. */
  readonly globals: ReadonlyMap<string, boolean>;
  /** Static members: `URL.parse`, `Intl.DurationFormat`. */
  readonly statics: ReadonlyMap<string, boolean>;
  /** Methods of singletons: `navigator.share`. */
  readonly single: ReadonlyMap<string, boolean>;
  /**
   * Methods by name, on any object: `toSorted`; supported if any interface has an old method of this name.
   */
  readonly methods: ReadonlyMap<string, boolean>;
  /** Whether a regular expression is supported. */
  isPattern(pattern: string, flags: string): boolean;
};

/**
 * Interfaces whose methods are called on variables of any name; members of other interfaces are checked by
 * their owner's name.
 */
const COMMON_INTERFACES =
  /^(Document|DocumentFragment|Node|NodeList|Element|(HTML|SVG)\w*Element|DOMTokenList|CSSStyleDeclaration|EventTarget|((Mouse|Pointer|Keyboard|Input|Touch|Focus|Fetch|Extendable|Install)?Event)|Storage|URL|URLSearchParams|Request|Response|Headers|Blob|File|FileList|FormData|AbortSignal|AbortController|Animation|Selection|Range|Cache|IDB(Database|ObjectStore|Transaction|Cursor|Index)|CanvasRenderingContext2D|ReadableStream|TextEncoder|TextDecoder)$/;
/** Interfaces with one instance, by its name. */
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
/**
 * Members with their own compatibility data. Names that are not on a standards track are ignored, because
 * scripts use them for their own members.
 */
function partsOf(of: Identifier): Part[] {
  const parts = Object.entries(of).filter(([name]) => name !== "__compat") as [string, Identifier][];
  return parts.flatMap(([name, inside]) => {
    const compat = inside.__compat;
    return compat?.status?.standard_track === true ? [{ name, inside, compat }] : [];
  });
}

/** Names and syntax supported by browsers of these versions. */
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
        // For built-ins of the language the data do not mark static members.
        if (name.endsWith("_static") || group === builtins) note(known.statics, `${owner}.${plain}`, its);
        if (owner === "Window") note(known.globals, name, its);
        // For a newer interface its own name is reported first; iterators are an exception, because they are
        // used without a name.
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
