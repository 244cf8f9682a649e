/** The Helm chart: rendered by Helm's engine, and each object judged by the description of Kubernetes' own API. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { SECRETS } from '../../src/config/secret-files.js'
import { root } from '../../src/root.js'

type Kinds = Record<string, new (object: unknown) => { validate(): void }>
type Manifest = { apiVersion: string; kind: string; metadata: { name: string } }
type Values = Record<string, unknown> & { settings: Record<string, string>; secret: { keys: string[] } }

const chart = path.join(root, 'deploy', 'helm', 'pinslot')
const read = (file: string) => readFileSync(path.join(chart, file), 'utf8')
const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-chart-'))
const renderer = path.join(folder, 'render-chart')
const defaults = parse(read('values.yaml')) as Values
const schema = z.fromJSONSchema(JSON.parse(read('values.schema.json')) as Parameters<typeof z.fromJSONSchema>[0])
/** Where the values are not as the chart's schema has them. */
const misfits = (values: object): string[] =>
  schema
    .safeParse(values)
    .error?.issues.map(({ path: at }) => at.join('.'))
    .sort() ?? []
const variables = [...readFileSync(path.join(root, '.env.example'), 'utf8').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(
  ([, name]) => name!,
)

beforeAll(() => {
  execFileSync('go', ['build', '-o', renderer, path.join(root, 'test', 'deploy', 'support', 'render-chart.go')], {
    env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '', GOCACHE: path.join(folder, 'cache') },
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const needed: Partial<Values> = {
  image: { ...(defaults['image'] as object), repository: 'registry.example.com/pinslot' },
  settings: {
    PUBLIC_URL: 'https://pins.example.com',
    PLATFORM_CLIENT_ID: '1234',
    STAFF_CHANNEL_ID: 'C0STAFF',
    STORAGE_URL: 's3://pins?region=eu-central-1',
  },
}

function render(values: Partial<Values> = {}): Manifest[] {
  const file = path.join(folder, 'values.json')
  const all = { ...defaults, ...needed, ...values }
  expect(misfits(all)).toEqual([])
  writeFileSync(file, JSON.stringify(all))
  const run = spawnSync(renderer, [chart, 'pins', file], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stderr)
  return parseAllDocuments(run.stdout)
    .map((document) => document.toJS() as Manifest | null)
    .filter((one) => one !== null)
}

/** By the published description of the kind; of a kind that is not Kubernetes' own there is none. */
async function judge(object: Manifest): Promise<void> {
  const kinds = (await import(/* @vite-ignore */ `kubernetes-models/${object.apiVersion}`)) as Kinds
  new kinds[object.kind]!(object).validate()
}

test('as it comes it lacks what only its user knows, and says so', () => {
  expect(misfits(defaults)).toEqual([
    'image.repository',
    'settings.PLATFORM_CLIENT_ID',
    'settings.PUBLIC_URL',
    'settings.STAFF_CHANNEL_ID',
    'settings.STORAGE_URL',
  ])
})

test('with that it is a deployment, a service and a budget of disruptions, as Kubernetes takes them', async () => {
  const objects = render()
  expect(objects.map(({ kind }) => kind).sort()).toEqual(['Deployment', 'PodDisruptionBudget', 'Service'])
  for (const object of objects) await judge(object)
})

test('with everything switched on each object is one that Kubernetes takes', async () => {
  const objects = render({
    ingress: { enabled: true, className: 'nginx', annotations: { a: 'b' }, host: 'pins.example.com', tlsSecret: 'pins-tls' },
    serviceMonitor: { enabled: true, interval: '30s' },
    podAnnotations: { note: '1' },
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'spot', operator: 'Exists' }],
    affinity: { nodeAffinity: {} },
    imagePullSecrets: [{ name: 'registry' }],
  })
  expect(objects.map(({ kind }) => kind)).toContain('ServiceMonitor')
  for (const object of objects) if (object.kind !== 'ServiceMonitor') await judge(object)
})

test('a wrong object would be noticed', async () => {
  const [deployment] = render().filter(({ kind }) => kind === 'Deployment')
  await expect(judge({ ...deployment!, spec: { replicas: 'two' } } as Manifest)).rejects.toThrow('/spec/replicas must be integer')
})

test('one replica has no budget, and a digest goes before a tag', () => {
  const objects = render({
    replicas: 1,
    image: { repository: 'r.example.com/pinslot', tag: '2', digest: `sha256:${'a'.repeat(64)}`, pullPolicy: 'Always' },
  })
  expect(objects.map(({ kind }) => kind)).not.toContain('PodDisruptionBudget')
  expect(JSON.stringify(objects)).toContain(`"r.example.com/pinslot@sha256:${'a'.repeat(64)}"`)
})

test('media on the disk of a pod is refused', () => {
  const values = { ...defaults, ...needed, settings: { ...needed.settings, STORAGE_URL: 'local' } }
  expect(misfits(values)).toEqual(['settings.STORAGE_URL'])
})

test('a process gets each setting and each secret by a name that it reads', () => {
  const [deployment] = render().filter(({ kind }) => kind === 'Deployment')
  const { containers } = (
    deployment as unknown as { spec: { template: { spec: { containers: { env: { name: string }[] }[] } } } }
  ).spec.template.spec
  const names = containers[0]!.env.map(({ name }) => name)
  expect(names.filter((name) => !name.endsWith('_FILE')).filter((name) => !variables.includes(name))).toEqual([])
  const secrets = names.filter((name) => name.endsWith('_FILE')).map((name) => name.replace(/_FILE$/, ''))
  expect(secrets).toEqual(defaults.secret.keys)
  expect(secrets.filter((name) => !(SECRETS as readonly string[]).includes(name))).toEqual([])
})
