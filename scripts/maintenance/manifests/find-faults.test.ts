import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { projectRoot } from "../../release/run-tool.ts";
import { findManifestFaults, settingNames } from "./find-faults.ts";

const folder = join(projectRoot, "deploy/kubernetes");
const settings = settingNames(readFileSync(join(projectRoot, ".env.example"), "utf8"));
const kustomization = z.strictObject({
  apiVersion: z.literal("kustomize.config.k8s.io/v1beta1"),
  kind: z.literal("Kustomization"),
  namespace: z.string().optional(),
  resources: z.array(z.string()),
  labels: z.array(z.strictObject({ pairs: z.record(z.string(), z.string()) })).optional(),
  images: z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })).optional(),
  patches: z
    .array(
      z.strictObject({ target: z.strictObject({ kind: z.string(), name: z.string() }), patch: z.string() }),
    )
    .optional(),
});
const readKustomization = (name: string) =>
  kustomization.parse(parse(readFileSync(join(folder, name, "kustomization.yaml"), "utf8")));
/** The files that a kustomization names, one after another; patches are not applied. */
const readManifests = (name: string): string =>
  readKustomization(name)
    .resources.map((resource) =>
      resource.endsWith(".yaml")
        ? readFileSync(join(folder, name, resource), "utf8")
        : readManifests(join(name, resource)),
    )
    .join("\n---\n");
const base = readManifests("base");

test.each(["base", "example"])("HA33 the manifests of deploy/kubernetes/%s have no fault", (name) => {
  expect(findManifestFaults(readManifests(name), settings)).toEqual([]);
});
test("HA33 the example patches settings that exist, and replaces the image of the base", () => {
  const { images = [], patches = [] } = readKustomization("example");
  expect(images.map(({ name }) => name)).toEqual(["marque"]);
  expect(base).toMatch(/^ +image: marque$/m);
  const changes = z.array(z.object({ op: z.enum(["add", "replace"]), path: z.string(), value: z.string() }));
  const paths = patches.flatMap(({ patch }) => changes.parse(parse(patch)).map(({ path }) => path));
  expect(paths.filter((path) => !settings.has(path.replace("/data/", "")))).toEqual([]);
  expect(dirname(paths[0] ?? "")).toBe("/data");
});
test("HA33 shoppers and operators have deployments of their own, and the database a job before them", () => {
  const names = [...base.matchAll(/^kind: (Deployment|Job)\nmetadata:\n {2}name: (\S+)$/gm)];
  expect(names.map(([, kind, name]) => `${kind} ${name}`).sort()).toEqual([
    "Deployment marque",
    "Deployment marque-console",
    "Job marque-migrate",
  ]);
  expect([...base.matchAll(/name: SERVE\n +value: (\w+)/g)].map(([, value = ""]) => value).sort()).toEqual([
    "console",
    "public",
  ]);
});

test.each([
  [
    "a misspelt field",
    "readOnlyRootFilesystem: true",
    "readOnlyRootFilesytem: true",
    "readOnlyRootFilesystem",
  ],
  ["a misspelt field beside others", "maxSurge: 25%", "maxSurge: 25%\n      maxSurges: 1", "maxSurges"],
  ["root", "runAsUser: 10001", "runAsUser: 0", "runAsUser"],
  ["a privilege", 'drop: ["ALL"]', 'drop: ["ALL"]\n              add: ["NET_ADMIN"]', "capabilities"],
  [
    "a token of the cluster",
    "automountServiceAccountToken: false",
    "automountServiceAccountToken: true",
    "Token",
  ],
  [
    "a setting that does not exist",
    "APP_ENV: prod",
    "APP_ENVIRONMENT: prod",
    "APP_ENVIRONMENT is no setting",
  ],
  [
    "a secret among the settings",
    "APP_ENV: prod",
    "APP_ENV: prod\n  TK_KEY: x",
    "TK_KEY belongs in marque-secrets",
  ],
  ["a setting of the image", "APP_ENV: prod", 'APP_ENV: prod\n  PORT: "8081"', "PORT is set by the image"],
  [
    "another image for the job",
    "image: marque\n          args",
    "image: marque:1\n          args",
    "images differ",
  ],
  [
    "a probe of no port",
    "path: /readyz\n              port: http",
    "path: /readyz\n              port: web",
    "readinessProbe needs a port",
  ],
  ["a service of nothing", "targetPort: http", "targetPort: web", "leads to no port web"],
  [
    "settings of another name",
    "configMapRef:\n                name: marque-settings",
    "configMapRef:\n                name: marque-setting",
    "needs marque-setting",
  ],
  [
    "a number of pods beside the autoscaler",
    "spec:\n  strategy:",
    "spec:\n  replicas: 3\n  strategy:",
    "two owners",
  ],
  ["an autoscaler of one pod", "minReplicas: 3", "minReplicas: 1", "keeps no second pod"],
  ["no pause before the end", "seconds: 10", "seconds: 1", "ends before its requests are answered"],
  [
    "no spread over machines",
    "topologyKey: kubernetes.io/hostname",
    "topologyKey: kubernetes.io/os",
    "is not spread over kubernetes.io/hostname",
  ],
  ["a volume that is not mounted", "mountPath: /tmp", "mountPath: tmp", "mountPath"],
])("HA33 %s is found", (_name, right, wrong, fault) => {
  const broken = base.replaceAll(right, wrong);
  expect(broken).not.toBe(base);
  expect(findManifestFaults(broken, settings).join("\n")).toContain(fault);
});
test("HA33 selectors that fit no pod are found", () => {
  const broken = base.replaceAll(
    /(?<=selector:\n {4}matchLabels:\n.*\n {6}app.kubernetes.io\/component: )console/g,
    "consol",
  );
  expect(findManifestFaults(broken, settings)).toEqual(
    expect.arrayContaining([
      "Deployment marque-console: does not select its pods",
      "Deployment marque-console: has no PodDisruptionBudget",
      "PodDisruptionBudget marque-console: selects no pod",
    ]),
  );
});
