import { z } from "zod";

// Fields of Kubernetes that the manifests use, strictly: the API server drops a misspelt field silently, so a probe
// or a limit would be missing without a word.

const name = z.string().regex(/^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/);
const texts = z.record(z.string(), z.string());
/** A number of things, or a percentage of them. */
export const intOrPercent = z.union([z.int().min(0), z.string().regex(/^\d{1,3}%$/)]);
/** Labels that select pods. */
export const matchLabels = z.strictObject({ matchLabels: texts });
export const metadata = z.strictObject({
  name,
  namespace: name.optional(),
  labels: texts.optional(),
  annotations: texts.optional(),
});

const httpProbe = z.strictObject({
  httpGet: z.strictObject({ path: z.string().startsWith("/"), port: z.union([z.string(), z.int()]) }),
  periodSeconds: z.int().min(1),
  timeoutSeconds: z.int().min(1).default(1),
  failureThreshold: z.int().min(1),
});
const quantities = z.strictObject({
  cpu: z.string().optional(),
  memory: z.string().regex(/^\d+(Mi|Gi)$/),
});
const reference = z.strictObject({ name });

const container = z.strictObject({
  name,
  image: z.string().min(1),
  args: z.array(z.string()).optional(),
  ports: z.array(z.strictObject({ name, containerPort: z.int() })).default([]),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(
    z.union([z.strictObject({ configMapRef: reference }), z.strictObject({ secretRef: reference })]),
  ),
  startupProbe: httpProbe.optional(),
  livenessProbe: httpProbe.optional(),
  readinessProbe: httpProbe.optional(),
  lifecycle: z
    .strictObject({
      preStop: z.strictObject({ sleep: z.strictObject({ seconds: z.int().min(1) }) }),
    })
    .optional(),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  resources: z.strictObject({ requests: quantities, limits: quantities }),
  volumeMounts: z.array(
    z.strictObject({ name, mountPath: z.string().startsWith("/"), readOnly: z.boolean().optional() }),
  ),
});
const volume = z.union([
  z.strictObject({ name, emptyDir: z.strictObject({ sizeLimit: z.string() }) }),
  z.strictObject({ name, configMap: reference }),
]);
const spread = z.strictObject({
  topologyKey: z.string(),
  maxSkew: z.int().min(1),
  whenUnsatisfiable: z.enum(["ScheduleAnyway", "DoNotSchedule"]),
  labelSelector: matchLabels,
});

/** The pod of a Deployment or a Job: without rights, on a read-only file system, without a token of the cluster. */
export const podTemplate = z.strictObject({
  metadata: z.strictObject({ labels: texts }),
  spec: z.strictObject({
    restartPolicy: z.literal("Never").optional(),
    serviceAccountName: name,
    automountServiceAccountToken: z.literal(false),
    enableServiceLinks: z.literal(false),
    terminationGracePeriodSeconds: z.int().optional(),
    securityContext: z.strictObject({
      runAsNonRoot: z.literal(true),
      runAsUser: z.int().min(1),
      runAsGroup: z.int().min(1),
      fsGroup: z.int().min(1),
      seccompProfile: z.strictObject({ type: z.literal("RuntimeDefault") }),
    }),
    topologySpreadConstraints: z.array(spread).default([]),
    containers: z.tuple([container]),
    volumes: z.array(volume),
  }),
});
export type PodTemplate = z.output<typeof podTemplate>;
