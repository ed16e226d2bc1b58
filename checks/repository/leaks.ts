import type { ProjectCheck, Finding, SourceFile } from "../project.ts";

/** Machine-specific or secret texts. The patterns are concatenated so that this file passes the check. */
const LEAKS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: "a path of one machine",
    pattern: new RegExp("(?<![\\w.~-])/(?:work|ho" + "me|Users|ro" + "ot)/[\\w.-]+"),
  },
  { what: "a private key", pattern: new RegExp("BEGIN (?:RSA |EC |OPENSSH )?PRIVATE " + "KEY") },
  {
    what: "a registry's address",
    pattern: /https?:\/\/[^\s"'/]*(?:registry|artifactory|nexus|verdaccio)[^\s"']*/i,
  },
];
const LOCK_LEAKS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: "where a package came from (resolved)", pattern: /"resolved":(?! "scripts\/)/ },
  {
    what: "an address",
    pattern:
      /"https?:\/\/(?!(?:[\w.-]*\.)?(?:github\.com|opencollective\.com|patreon\.com|tidelift\.com|paypal\.me|feross\.org|buymeacoffee\.com|ko-fi\.com)[/"])[^"]*\.tgz/,
  },
];

const linesWith = (file: SourceFile, { what, pattern }: (typeof LEAKS)[number]): Finding[] =>
  file.text
    .split("\n")
    .flatMap((text, at) =>
      pattern.test(text) ? [{ path: file.path, line: at + 1, message: `carries ${what}` }] : [],
    );

export const leaks: ProjectCheck = {
  name: "leaks",
  holds: "no machine's paths, registry addresses or keys; the lock names no host",
  run: (project) =>
    project.files.flatMap((file) =>
      (file.path === "package-lock.json" ? [...LEAKS, ...LOCK_LEAKS] : LEAKS).flatMap((leak) =>
        linesWith(file, leak),
      ),
    ),
};
