import type { KubernetesObject } from './rendered.js';

interface Container {
  name: string;
  image: string;
  env?: { name: string; value?: string }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: object;
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  // Probes by their names.
  [member: string]: unknown;
}

/** The pods of a Deployment, StatefulSet or Job. */
export interface PodTemplate {
  owner: string;
  labels: Record<string, string>;
  spec: {
    containers: Container[];
    initContainers?: Container[];
    serviceAccountName: string;
    priorityClassName?: string;
    automountServiceAccountToken: boolean;
    terminationGracePeriodSeconds: number;
    securityContext: object;
  };
}

export interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}

const owners = new Set(['Deployment', 'StatefulSet', 'Job']);

export function podTemplates(objects: readonly KubernetesObject[]): PodTemplate[] {
  return objects
    .filter(({ kind }) => owners.has(kind))
    .map(({ kind, metadata, spec }) => ({
      owner: `${kind} ${metadata.name}`,
      labels: spec.template.metadata.labels,
      spec: spec.template.spec,
    }));
}

export const containersOf = ({ spec }: PodTemplate): Container[] => [
  ...(spec.initContainers ?? []),
  ...spec.containers,
];

/** Returns the pods that match a selector. `In` is the only operator that is used. */
export function selectPods(
  pods: readonly PodTemplate[],
  { matchLabels = {}, matchExpressions = [] }: Selector,
): PodTemplate[] {
  return pods.filter(
    ({ labels }) =>
      Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
      matchExpressions.every(({ key, operator, values }) => {
        if (operator !== 'In') throw new Error(`The operator ${operator} is not known here.`);
        return values.includes(labels[key]!);
      }),
  );
}

/** Returns the named ports of a pod. */
export const portsOf = (pod: PodTemplate): Record<string, number> =>
  Object.fromEntries(
    containersOf(pod).flatMap(({ ports = [] }) =>
      ports.map(({ name, containerPort }) => [name, containerPort]),
    ),
  );
