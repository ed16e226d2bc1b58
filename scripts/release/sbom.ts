import { readFileSync, writeFileSync } from "node:fs";

type Locked = {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optional?: boolean;
};
type Lock = {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, Locked>>;
};

/** Address of a package by the purl specification. */
const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
/** Converts "sha512-<base64>" to CycloneDX's format. */
const hashesOf = (integrity: string | undefined) => {
  const [, alg, value] = /^sha(\d+)-(.+)$/.exec(integrity ?? "") ?? [];
  if (alg === undefined || value === undefined) return [];
  return [{ alg: `SHA-${alg}`, content: Buffer.from(value, "base64").toString("hex") }];
};

/**
 * Lists the packages that ship with the product as CycloneDX 1.6: all packages of the lock file except
 * development dependencies, for all platforms, each version once (ASVS 15.1.2).
 */
export function sbomOf({ name, version, packages }: Lock) {
  const components = new Map<string, object>();
  for (const [path, one] of Object.entries(packages)) {
    // A path outside node_modules is a workspace of this repository.
    const own = path.includes("node_modules/") ? (path.split("node_modules/").at(-1) ?? "") : "";
    if (own === "" || one.dev || one.link || one.version === undefined) continue;
    const purl = purlOf(own, one.version);
    components.set(purl, {
      type: "library",
      "bom-ref": purl,
      purl,
      name: own,
      version: one.version,
      scope: one.optional ? "optional" : "required",
      hashes: hashesOf(one.integrity),
      ...(one.license !== undefined && { licenses: [{ expression: one.license }] }),
    });
  }
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name, version, purl: purlOf(name, version) } },
    components: [...components].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each),
  };
}

/** Writes the SBOM into the build folder, outside the public files (docs/operation.md "Updates"). */
export function writeSbom(root: string, folder: string): void {
  const lock = JSON.parse(readFileSync(`${root}package-lock.json`, "utf8")) as Lock;
  writeFileSync(`${folder}/sbom.json`, JSON.stringify(sbomOf(lock), null, 1));
}
