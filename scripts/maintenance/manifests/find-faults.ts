import { parseAllDocuments } from "yaml";
import { manifest, type Manifest, type ManifestOf } from "./schema.ts";
import type { PodTemplate } from "./pod-schema.ts";

/** Names that an installation creates by itself (docs/operation.md "Kubernetes"). */
const CREATED_ELSEWHERE: ReadonlySet<string> = new Set(["marque-secrets", "marque-brand"]);
/** Settings of the image (deploy/container/Containerfile), which manifests leave alone. */
const SET_BY_THE_IMAGE = ["HOST", "PORT", "DATA_DIR", "NODE_ENV"];
/** Settings that must not stand in a ConfigMap, which everybody in the namespace reads. */
const SECRET = /(KEY|KEYS|SECRET|PASSWORD|DATABASE_URL)$/;

type Labels = Readonly<Record<string, string>>;
const selects = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);
type Workload = ManifestOf<"Deployment"> | ManifestOf<"Job">;
const labelOf = ({ kind, metadata: { name } }: Manifest): string => `${kind} ${name}`;

/** Compares the manifests with each other and with the settings of the product. */
class ManifestReview {
  readonly faults: string[] = [];
  readonly #all: readonly Manifest[];
  readonly #settings: ReadonlySet<string>;
  constructor(all: readonly Manifest[], settings: ReadonlySet<string>) {
    this.#all = all;
    this.#settings = settings;
  }
  #of<K extends Manifest["kind"]>(kind: K): ManifestOf<K>[] {
    return this.#all.filter((one): one is ManifestOf<K> => one.kind === kind);
  }
  #expect(isRight: boolean, owner: Manifest, fault: string): void {
    if (!isRight) this.faults.push(`${labelOf(owner)}: ${fault}`);
  }
  #has(kind: Manifest["kind"], name: string): boolean {
    return this.#all.some((one) => one.kind === kind && one.metadata.name === name);
  }
  #selectsPods(owner: Manifest, selector: Labels): void {
    const pods = [...this.#of("Deployment"), ...this.#of("Job")].map(({ spec }) => spec.template);
    const isFound = pods.some(({ metadata }) => selects(selector, metadata.labels));
    this.#expect(isFound, owner, "selects no pod");
  }
  /** References of a pod: settings, secrets, the brand, volumes, the service account. */
  #reviewPod(owner: Workload, { spec }: PodTemplate): void {
    const [container] = spec.containers;
    const isKnown = (kind: "ConfigMap" | "ServiceAccount", name: string): boolean =>
      CREATED_ELSEWHERE.has(name) || this.#has(kind, name);
    const maps = [
      ...container.envFrom.map((from) => ("configMapRef" in from ? from.configMapRef : from.secretRef)),
      ...spec.volumes.flatMap((volume) => ("configMap" in volume ? [volume.configMap] : [])),
    ];
    for (const { name } of maps) this.#expect(isKnown("ConfigMap", name), owner, `needs ${name}`);
    const account = spec.serviceAccountName;
    this.#expect(isKnown("ServiceAccount", account), owner, `needs the service account ${account}`);
    const volumes = spec.volumes.map(({ name }) => name).sort();
    const mounted = container.volumeMounts.map(({ name }) => name).sort();
    this.#expect(
      volumes.join() === mounted.join(),
      owner,
      `mounts ${mounted.join(", ")} of ${volumes.join(", ")}`,
    );
    const names = container.env.map(({ name }) => name);
    for (const name of names) this.#expect(this.#settings.has(name), owner, `${name} is no setting`);
  }
  #reviewDeployment(owner: ManifestOf<"Deployment">): void {
    const { selector, template, replicas } = owner.spec;
    const [container] = template.spec.containers;
    this.#expect(selects(selector.matchLabels, template.metadata.labels), owner, "does not select its pods");
    this.#reviewPod(owner, template);
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"] as const) {
      const port = container[probe]?.httpGet.port;
      const isNamed = container.ports.some(
        ({ name, containerPort }) => port === name || port === containerPort,
      );
      this.#expect(isNamed, owner, `${probe} needs a port of the container`);
    }
    const grace = template.spec.terminationGracePeriodSeconds ?? 30;
    const pause = container.lifecycle?.preStop.sleep.seconds ?? 0;
    this.#expect(pause >= 5 && grace - pause >= 45, owner, "ends before its requests are answered");
    const keys = template.spec.topologySpreadConstraints.map(({ topologyKey }) => topologyKey);
    for (const key of ["topology.kubernetes.io/zone", "kubernetes.io/hostname"])
      this.#expect(keys.includes(key), owner, `is not spread over ${key}`);
    for (const { labelSelector } of template.spec.topologySpreadConstraints)
      this.#expect(selects(labelSelector.matchLabels, template.metadata.labels), owner, "spreads other pods");
    const scalers = this.#of("HorizontalPodAutoscaler").filter(
      ({ spec }) => spec.scaleTargetRef.name === owner.metadata.name,
    );
    // A number in the manifest would undo the autoscaler at every apply.
    this.#expect(
      (replicas === undefined) === (scalers.length === 1),
      owner,
      "has two owners of its number of pods",
    );
    const isProtected = this.#of("PodDisruptionBudget").some(({ spec }) =>
      selects(spec.selector.matchLabels, template.metadata.labels),
    );
    this.#expect(isProtected, owner, "has no PodDisruptionBudget");
  }
  #reviewSettings(owner: ManifestOf<"ConfigMap">): void {
    if (!owner.metadata.name.startsWith("marque-settings")) return;
    for (const name of Object.keys(owner.data)) {
      this.#expect(this.#settings.has(name), owner, `${name} is no setting`);
      this.#expect(!SECRET.test(name), owner, `${name} belongs in marque-secrets`);
      this.#expect(!SET_BY_THE_IMAGE.includes(name), owner, `${name} is set by the image`);
    }
  }
  #reviewService(owner: ManifestOf<"Service">): void {
    this.#selectsPods(owner, owner.spec.selector);
    const pods = this.#of("Deployment").filter(({ spec }) =>
      selects(owner.spec.selector, spec.template.metadata.labels),
    );
    this.#expect(pods.length === 1, owner, `selects pods of ${pods.length} deployments`);
    const names = pods.flatMap(({ spec }) => spec.template.spec.containers[0].ports.map(({ name }) => name));
    for (const { targetPort } of owner.spec.ports)
      this.#expect(names.includes(targetPort), owner, `leads to no port ${targetPort}`);
  }
  #reviewIngress(owner: ManifestOf<"Ingress">): void {
    const hosts = owner.spec.tls.flatMap((tls) => tls.hosts);
    for (const { host, http } of owner.spec.rules) {
      this.#expect(hosts.includes(host), owner, `${host} has no certificate`);
      for (const { backend } of http.paths)
        this.#expect(
          this.#has("Service", backend.service.name),
          owner,
          `leads to no ${backend.service.name}`,
        );
    }
  }
  #reviewScaler(owner: ManifestOf<"HorizontalPodAutoscaler">): void {
    const { scaleTargetRef, minReplicas, maxReplicas } = owner.spec;
    this.#expect(this.#has("Deployment", scaleTargetRef.name), owner, `scales no ${scaleTargetRef.name}`);
    this.#expect(minReplicas >= 2 && maxReplicas > minReplicas, owner, "keeps no second pod");
  }
  run(): void {
    for (const one of this.#all)
      if (one.kind === "Deployment") this.#reviewDeployment(one);
      else if (one.kind === "Job") this.#reviewPod(one, one.spec.template);
      else if (one.kind === "ConfigMap") this.#reviewSettings(one);
      else if (one.kind === "Service") this.#reviewService(one);
      else if (one.kind === "Ingress") this.#reviewIngress(one);
      else if (one.kind === "HorizontalPodAutoscaler") this.#reviewScaler(one);
      else if (one.kind === "PodDisruptionBudget") this.#selectsPods(one, one.spec.selector.matchLabels);
      else if (one.kind === "NetworkPolicy") this.#selectsPods(one, one.spec.podSelector.matchLabels);
    const images = [...this.#of("Deployment"), ...this.#of("Job")].map(
      ({ spec }) => spec.template.spec.containers[0].image,
    );
    // Another release would migrate the database than the one that serves it.
    if (new Set(images).size > 1) this.faults.push(`images differ: ${[...new Set(images)].join(", ")}`);
  }
}

/** Names of all settings, set or commented, in the text of `.env.example`. */
export const settingNames = (example: string): ReadonlySet<string> =>
  new Set([...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = ""]) => name));

/**
 * Reviews manifests (HA33 of docs/requirements.md): unknown or missing fields, pods with rights, references to
 * nothing, settings that the product does not have, secrets among the settings.
 * @param text YAML documents, as `kubectl kustomize` prints them @param settings from `settingNames`
 * @returns one line for each fault
 */
export function findManifestFaults(text: string, settings: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  const all: Manifest[] = [];
  for (const document of parseAllDocuments(text)) {
    const value: unknown = document.toJS();
    if (value === null) continue;
    const parsed = manifest.safeParse(value);
    if (parsed.success) all.push(parsed.data);
    else
      for (const { path, message } of parsed.error.issues)
        faults.push(`${describe(value)}: ${path.join(".")} ${message}`);
  }
  const review = new ManifestReview(all, settings);
  review.run();
  return [...faults, ...review.faults];
}
const describe = (value: unknown): string => {
  const { kind, metadata } = value as { kind?: unknown; metadata?: { name?: unknown } };
  return `${String(kind)} ${String(metadata?.name)}`;
};
