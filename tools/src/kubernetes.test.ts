import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readConfiguration } from '@trellis/platform';
import { parse } from 'yaml';
import {
  containersOf,
  podTemplates,
  portsOf,
  selectPods,
  type PodTemplate,
} from './kubernetes/pods.js';
import { readRendered, type KubernetesObject } from './kubernetes/rendered.js';
import { typeErrors } from './kubernetes/types.js';
import { knownSeries, seriesIn } from './metrics/reference.js';
import { alertsFile } from './monitoring/prometheus-rule.js';
import { generateEnvironments } from './secrets/environments.js';
import { serviceNames, services as schemas, type ServiceName } from './services.js';

const overlays = ['overlays/dev', 'overlays/production'] as const;

const alerts = new URL(`../../${alertsFile}`, import.meta.url);

/** Variables that hold secrets, or addresses that hold one. */
const secretVariables = [
  'DATABASE_URL',
  'QUEUE_DATABASE_URL',
  'REDIS_URL',
  'JWT_SECRET',
  'SECRETS_KEYS',
];

/** The contents of the secrets. Others create those of the production overlay. */
const generated = generateEnvironments();
const { JWT_SECRET: _, ...gateway } = generated['api-gateway']!;
const productionSecrets: Record<ServiceName, Record<string, string>> = {
  'api-gateway': gateway,
  'units-service': generated['units-service']!,
  'connector-runtime': generated['connector-runtime']!,
  'accounts-service': generated['accounts-service']!,
};

/** How long a service may drain (s); see `runService`. */
const drainSeconds = 8;

describe.each(overlays)('the manifests of %s', (overlay) => {
  let objects: KubernetesObject[];
  let pods: PodTemplate[];
  beforeAll(() => {
    objects = readRendered(overlay);
    const jobs = overlay === 'overlays/production' ? readRendered(`${overlay}/migrations`) : [];
    objects = [...objects, ...jobs];
    pods = podTemplates(objects);
  });

  const ofKind = (...kinds: string[]) => objects.filter(({ kind }) => kinds.includes(kind));
  const find = (kind: string, name: string) =>
    ofKind(kind).find(({ metadata }) => metadata.name === name);

  test('have only fields that their kinds have, all that are required, and of the right types', () => {
    expect(typeErrors(objects)).toEqual([]);
  });

  test('run the services and the migrations', () => {
    const owners = pods.map(({ owner }) => owner).sort();
    expect(owners).toEqual(
      expect.arrayContaining(serviceNames.map((name) => `Deployment ${name}`)),
    );
    expect(owners).toEqual(
      expect.arrayContaining([
        'Job migrate-accounts',
        'Job migrate-connectors',
        'Job migrate-units',
      ]),
    );
  });

  test('pin every image to a version', () => {
    const images = pods.flatMap(containersOf).map(({ image }) => image);
    expect(images.filter((image) => !/:\d+\.\d+(\.\d+)?$/.test(image))).toEqual([]);
  });

  test('keep to the restricted profile with a root that is read-only, without a token', () => {
    for (const pod of pods) {
      expect({ owner: pod.owner, ...pod.spec }).toMatchObject({
        owner: pod.owner,
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(find('ServiceAccount', pod.spec.serviceAccountName)).toMatchObject({
        automountServiceAccountToken: false,
      });
      for (const { securityContext } of containersOf(pod)) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
    expect(ofKind('Namespace')[0]!.metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
  });

  test('bound the memory of every container, and request what it needs', () => {
    for (const { resources } of pods.flatMap(containersOf)) {
      expect(resources).toMatchObject({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      });
    }
  });

  test('let no Redis take more memory than half of what its pod may use', () => {
    const redis = pods.filter(({ owner }) => owner === 'StatefulSet redis').flatMap(containersOf);
    expect(redis).toHaveLength(overlay === 'overlays/dev' ? 1 : 0);
    for (const { args, resources } of redis) {
      expect((args as string[]).join(' ')).toMatch(/ --maxmemory 512mb$/);
      expect(resources.limits.memory).toBe('1Gi');
    }
  });

  test('have no secret outside of Secrets', () => {
    const open = [
      ...ofKind('ConfigMap').flatMap(({ data }) => Object.keys(data)),
      ...pods.flatMap(containersOf).flatMap(({ env = [] }) => env.map(({ name }) => name)),
    ];
    expect(open.length).toBeGreaterThan(0);
    expect(open.filter((name) => secretVariables.includes(name))).toEqual([]);
  });

  const environmentOf = (name: ServiceName): Record<string, string> => {
    const deployment = pods.find(({ owner }) => owner === `Deployment ${name}`)!;
    const sources = containersOf(deployment)[0]!.envFrom!;
    return Object.assign(
      {},
      ...sources.map(({ configMapRef, secretRef }) => {
        if (configMapRef) return find('ConfigMap', configMapRef.name)!.data;
        const secret = find('Secret', secretRef!.name);
        if (!secret) return productionSecrets[secretRef!.name as ServiceName];
        expect(Object.keys(secret.data).sort()).toEqual(Object.keys(generated[name]!).sort());
        return generated[name];
      }),
    );
  };

  test.each(serviceNames)('give %s what it needs, and nothing that it does not know', (name) => {
    const environment = environmentOf(name);
    expect(Object.keys(environment).filter((key) => !(key in schemas[name].shape))).toEqual([]);
    const production = { ...environment, NODE_ENV: 'production' };
    const configuration = readConfiguration(schemas[name], production);
    const ports = portsOf(pods.find(({ owner }) => owner === `Deployment ${name}`)!);
    expect(configuration.HEALTH_PORT).toBe(ports.health);
    if (ports.http) expect(configuration).toMatchObject({ PORT: ports.http });
  });

  test('give each Secret to one program alone', () => {
    const uses = pods.flatMap((pod) =>
      containersOf(pod).flatMap(({ envFrom = [] }) =>
        envFrom.flatMap(({ secretRef }) => (secretRef ? [secretRef.name] : [])),
      ),
    );
    expect(new Set(uses).size).toBe(uses.length);
  });

  test('probe every service on its health port, and stop it after it has drained', () => {
    for (const name of serviceNames) {
      const pod = pods.find(({ owner }) => owner === `Deployment ${name}`)!;
      const [container] = containersOf(pod);
      expect(container).toMatchObject({
        startupProbe: { httpGet: { path: '/health/live', port: 'health' } },
        livenessProbe: { httpGet: { path: '/health/live', port: 'health' } },
        readinessProbe: { httpGet: { path: '/health/ready', port: 'health' } },
        lifecycle: { preStop: { sleep: { seconds: 5 } } },
      });
      expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(5 + drainSeconds);
    }
  });

  test('select pods that exist, at ports that these name', () => {
    const selected = (selector: object) => {
      const found = selectPods(pods, selector);
      expect([selector, found.length]).not.toEqual([selector, 0]);
      return found;
    };
    for (const { spec } of ofKind('Service')) {
      const found = selected({ matchLabels: spec.selector });
      for (const { targetPort } of spec.ports)
        expect(portsOf(found[0]!)).toHaveProperty(targetPort);
    }
    for (const { spec } of ofKind('PodDisruptionBudget')) selected(spec.selector);
    for (const { spec } of ofKind('Deployment', 'StatefulSet')) {
      expect(selected(spec.selector)).toHaveLength(1);
    }
    for (const { spec } of ofKind('PodMonitor')) {
      for (const pod of selected(spec.selector)) {
        for (const { port } of spec.podMetricsEndpoints) expect(portsOf(pod)).toHaveProperty(port);
      }
    }
  });

  test('let connections through to pods that exist, at ports that these name', () => {
    for (const { spec } of ofKind('NetworkPolicy')) {
      const own = selectPods(pods, spec.podSelector);
      expect(own.length).toBeGreaterThan(0);
      const ingress = (spec.ingress ?? []) as { ports: { port: string }[] }[];
      for (const { port } of ingress.flatMap(({ ports }) => ports)) {
        for (const pod of own) expect(portsOf(pod)).toHaveProperty(port);
      }
      type Rule = {
        to: { podSelector?: object; namespaceSelector?: object }[];
        ports?: { port: string }[];
      };
      for (const { to, ports = [] } of (spec.egress ?? []) as Rule[]) {
        for (const { podSelector, namespaceSelector } of to) {
          if (!podSelector || namespaceSelector) continue;
          const [target] = selectPods(pods, podSelector);
          for (const { port } of ports) expect(portsOf(target!)).toHaveProperty(port);
        }
      }
    }
    expect(find('NetworkPolicy', 'deny')!.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
  });

  test('name priorities and targets of scaling that exist', () => {
    for (const { spec } of pods) {
      if (spec.priorityClassName)
        expect(find('PriorityClass', spec.priorityClassName)).toBeDefined();
    }
    for (const { spec } of ofKind('HorizontalPodAutoscaler', 'ScaledObject')) {
      const { kind = 'Deployment', name } = spec.scaleTargetRef;
      expect(find(kind, name)!.spec).not.toHaveProperty('replicas');
    }
  });
});

describe('the checks', () => {
  test('find a field that does not exist, in every kind of package', () => {
    const objects = readRendered('overlays/production');
    const change = (kind: string, edit: (object: KubernetesObject) => void) =>
      edit(objects.find((object) => object.kind === kind)!);
    change('Deployment', ({ spec }) => (spec.template.spec.containers[0].livenesProbe = {}));
    change('ScaledObject', ({ spec }) => (spec.maxReplicas = 3));
    change('PodMonitor', ({ spec }) => (spec.podMetricsEndpoints[0].intervall = '15s'));
    change('Service', ({ spec }) => (spec.ports[0].port = 'eighty'));
    const errors = typeErrors(objects);
    expect(errors).toHaveLength(4);
    for (const field of ['livenesProbe', 'maxReplicas', 'intervall', "'number'"]) {
      expect(errors).toContainEqual(expect.stringContaining(field));
    }
  });
});

describe('the monitoring of the production overlay', () => {
  const objects = readRendered('overlays/production');
  const find = (kind: string) => objects.find((object) => object.kind === kind)!;

  test('names the jobs as the alerts and the dashboard do', () => {
    const { jobLabel, selector } = find('PodMonitor').spec;
    const scraped = selectPods(podTemplates(objects), selector);
    expect(scraped.map(({ labels }) => labels[jobLabel]).sort()).toEqual(serviceNames.toSorted());
  });

  test('has every alert, and scales by a series that exists', async () => {
    expect(find('PrometheusRule').spec).toEqual(parse(readFileSync(alerts, 'utf8')));
    const { triggers } = find('ScaledObject').spec;
    const queries = triggers.flatMap(({ metadata }: { metadata: { query?: string } }) =>
      metadata.query ? [metadata.query] : [],
    );
    const series = queries.flatMap(seriesIn);
    expect(series).toEqual(['trellis_poll_lateness_seconds_bucket']);
    expect([...(await knownSeries())]).toEqual(expect.arrayContaining(series));
  });
});

describe('the connections of the production overlay', () => {
  test('are within what docs/deployment.md says that PostgreSQL must allow', () => {
    const objects = readRendered('overlays/production');
    const configuration = (service: string) =>
      objects.find(
        ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith(service),
      )!.data as Record<string, string>;
    const maxPods = (service: string) => {
      const scaler = objects.find(({ spec }) => spec?.scaleTargetRef?.name === service)!;
      // A rollout adds one.
      return (scaler.spec.maxReplicas ?? scaler.spec.maxReplicaCount) + 1;
    };
    const units = configuration('units-service');
    const ofUnits = Number(units.DATABASE_CONNECTIONS) + 4 + Number(units.TRAVERSAL_CONNECTIONS);
    const ofRuntime = Number(configuration('connector-runtime').DATABASE_CONNECTIONS);
    const ofAccounts = Number(configuration('accounts-service').DATABASE_CONNECTIONS);
    // Each migration has a connection for its lock and two to work; the last three are PostgreSQL's own.
    const all =
      maxPods('units-service') * ofUnits +
      maxPods('connector-runtime') * ofRuntime +
      maxPods('accounts-service') * ofAccounts +
      9 +
      3;

    const file = fileURLToPath(new URL('../../docs/deployment.md', import.meta.url));
    const [, documented] = /`max_connections = (\d+)`/.exec(readFileSync(file, 'utf8')) ?? [];
    expect(all).toBeLessThanOrEqual(Number(documented));
  });
});
