import { z } from "zod";
import { intOrPercent, matchLabels, metadata, podTemplate } from "./pod-schema.ts";

const service = z.strictObject({
  apiVersion: z.literal("v1"),
  kind: z.literal("Service"),
  metadata,
  spec: z.strictObject({
    selector: z.record(z.string(), z.string()),
    ports: z.array(z.strictObject({ name: z.string(), port: z.int(), targetPort: z.string() })),
  }),
});
const settings = z.strictObject({
  apiVersion: z.literal("v1"),
  kind: z.literal("ConfigMap"),
  metadata,
  data: z.record(z.string(), z.string()),
});
const account = z.strictObject({
  apiVersion: z.literal("v1"),
  kind: z.literal("ServiceAccount"),
  metadata,
  automountServiceAccountToken: z.literal(false),
});
const deployment = z.strictObject({
  apiVersion: z.literal("apps/v1"),
  kind: z.literal("Deployment"),
  metadata,
  spec: z.strictObject({
    replicas: z.int().min(1).optional(),
    strategy: z.strictObject({
      rollingUpdate: z.strictObject({ maxUnavailable: intOrPercent, maxSurge: intOrPercent }),
    }),
    selector: matchLabels,
    template: podTemplate,
  }),
});
const job = z.strictObject({
  apiVersion: z.literal("batch/v1"),
  kind: z.literal("Job"),
  metadata,
  spec: z.strictObject({
    backoffLimit: z.int(),
    ttlSecondsAfterFinished: z.int(),
    template: podTemplate,
  }),
});
const disruption = z.strictObject({
  apiVersion: z.literal("policy/v1"),
  kind: z.literal("PodDisruptionBudget"),
  metadata,
  spec: z.strictObject({ maxUnavailable: intOrPercent, selector: matchLabels }),
});
const scaling = z.strictObject({
  stabilizationWindowSeconds: z.int().min(0).max(3_600),
  policies: z.array(
    z.strictObject({ type: z.enum(["Percent", "Pods"]), value: z.int(), periodSeconds: z.int() }),
  ),
});
const autoscaler = z.strictObject({
  apiVersion: z.literal("autoscaling/v2"),
  kind: z.literal("HorizontalPodAutoscaler"),
  metadata,
  spec: z.strictObject({
    scaleTargetRef: z.strictObject({
      apiVersion: z.literal("apps/v1"),
      kind: z.literal("Deployment"),
      name: z.string(),
    }),
    minReplicas: z.int().min(1),
    maxReplicas: z.int(),
    metrics: z.array(
      z.strictObject({
        type: z.literal("Resource"),
        resource: z.strictObject({
          name: z.literal("cpu"),
          target: z.strictObject({ type: z.literal("Utilization"), averageUtilization: z.int().max(100) }),
        }),
      }),
    ),
    behavior: z.strictObject({ scaleUp: scaling, scaleDown: scaling }),
  }),
});
const ports = z.array(
  z.strictObject({ protocol: z.enum(["TCP", "UDP"]), port: z.union([z.string(), z.int()]) }),
);
const namespaces = z.array(z.strictObject({ namespaceSelector: matchLabels }));
const networkPolicy = z.strictObject({
  apiVersion: z.literal("networking.k8s.io/v1"),
  kind: z.literal("NetworkPolicy"),
  metadata,
  spec: z.strictObject({
    podSelector: matchLabels,
    policyTypes: z.tuple([z.literal("Ingress"), z.literal("Egress")]),
    ingress: z.array(z.strictObject({ from: namespaces, ports })),
    egress: z.array(z.strictObject({ to: namespaces.optional(), ports })),
  }),
});
const ingress = z.strictObject({
  apiVersion: z.literal("networking.k8s.io/v1"),
  kind: z.literal("Ingress"),
  metadata,
  spec: z.strictObject({
    ingressClassName: z.string(),
    tls: z.array(z.strictObject({ hosts: z.array(z.string()), secretName: z.string() })),
    rules: z.array(
      z.strictObject({
        host: z.string(),
        http: z.strictObject({
          paths: z.array(
            z.strictObject({
              path: z.string().startsWith("/"),
              pathType: z.enum(["Prefix", "Exact"]),
              backend: z.strictObject({
                service: z.strictObject({ name: z.string(), port: z.strictObject({ name: z.string() }) }),
              }),
            }),
          ),
        }),
      }),
    ),
  }),
});

/** A manifest of deploy/kubernetes or of an overlay. */
export const manifest = z.discriminatedUnion("kind", [
  service,
  settings,
  account,
  deployment,
  job,
  disruption,
  autoscaler,
  networkPolicy,
  ingress,
]);
export type Manifest = z.output<typeof manifest>;
/** The manifests of one kind. */
export type ManifestOf<K extends Manifest["kind"]> = Extract<Manifest, { kind: K }>;
