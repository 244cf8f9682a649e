/** The Helm chart: values judged and templates rendered by Helm's own libraries, and each object judged by the description of Kubernetes' own API. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { SECRETS } from './support/secrets.js'
import { root } from '../../src/root.js'
import { commandsOf } from './support/readme.js'
import { setValues } from './support/helm-set.js'

type Kinds = Record<string, new (object: unknown) => { validate(): void }>
type Manifest = { apiVersion: string; kind: string; metadata: { name: string } }
type PodLike = Manifest & { spec: { containers: Record<string, unknown>[] } }
type Values = Record<string, unknown> & { settings: Record<string, string>; secret: { keys: string[] } }

const chart = path.join(root, 'deploy', 'helm', 'pinslot')
const read = (file: string) => readFileSync(path.join(chart, file), 'utf8')
const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-chart-'))
const renderer = path.join(folder, 'render-chart')
const defaults = parse(read('values.yaml')) as Values
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

/** What Helm says, and the objects where it says nothing. */
function helm(values: object): { said: string; isRefused: boolean; objects: Manifest[] } {
  const file = path.join(folder, 'values.json')
  writeFileSync(file, JSON.stringify(values))
  const { status, stdout, stderr } = spawnSync(renderer, [chart, 'pins', file], { encoding: 'utf8' })
  const objects = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest | null)
  return { said: stderr, isRefused: status !== 0, objects: objects.filter((one) => one !== null) }
}

/** Where the values are not as the chart's schema has them. */
const misfits = (values: object): string[] =>
  helm(values)
    .said.split('\n')
    .map((line) => /^([\w.]+): /.exec(line)?.[1])
    .filter((at) => at !== undefined)
    .sort()

function render(values: Partial<Values> = {}): Manifest[] {
  const { said, isRefused, objects } = helm({ ...defaults, ...needed, ...values })
  if (isRefused) throw new Error(said)
  return objects
}

/** By the published description of the kind; of a kind that is not Kubernetes' own there is none. */
async function judge(object: Manifest): Promise<void> {
  const kinds = (await import(/* @vite-ignore */ `kubernetes-models/${object.apiVersion}`)) as Kinds
  new kinds[object.kind]!(object).validate()
}

test('as it comes it lacks what only its user knows, and says so', () => {
  expect(misfits(defaults)).toEqual([
    'settings.PLATFORM_CLIENT_ID',
    'settings.PUBLIC_URL',
    'settings.STAFF_CHANNEL_ID',
    'settings.STORAGE_URL',
  ])
  const withoutImage = helm({ ...defaults, ...needed, image: defaults['image'] })
  expect(withoutImage.isRefused).toBe(true)
  expect(withoutImage.said).toContain('image.repository is missing: build the image of deploy/Dockerfile, push it to a registry')
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

test('the README makes a pod for the operator of the deployment: with its settings and secrets, and no service leads to it', async () => {
  const objects = render()
  const deployment = objects.find(({ kind }) => kind === 'Deployment')!
  const readme = readFileSync(path.join(root, 'deploy', 'README.md'), 'utf8')
  const filter = /deployment\/(\S+) --output json \| jq '([^']+)'/.exec(readme)!
  expect(deployment.metadata.name).toBe(filter[1])
  const pod = JSON.parse(execFileSync('jq', [filter[2]!], { input: JSON.stringify(deployment), encoding: 'utf8' })) as PodLike
  await judge(pod)
  expect(pod.metadata).toEqual({ name: 'pins-admin' })
  const [container] = (deployment as unknown as { spec: { template: PodLike } }).spec.template.spec.containers
  const { env, volumeMounts, securityContext, image } = container!
  expect(pod.spec.containers).toMatchObject([{ env, volumeMounts, securityContext, image, command: ['sleep', 'infinity'] }])
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

const withSettings = (more: object) => ({ ...defaults, ...needed, settings: { ...needed.settings, ...more } })
const isSecret = (name: string) => (SECRETS as readonly string[]).includes(name)
/** What the chart sets by its port, its probes and its volumes; the last is of the sandbox. */
const NOT_ITS_USERS = ['PORT', 'HOST', 'PINSLOT_DATA_DIR', 'PINSLOT_SANDBOX_WEB']

test('its settings are those of .env.example: another name is refused, so that a slip of the pen is no default', () => {
  for (const name of variables.filter((one) => !isSecret(one) && !NOT_ITS_USERS.includes(one) && !(one in needed.settings!)))
    expect(helm(withSettings({ [name]: 'x' })), name).toMatchObject({ isRefused: false, said: '' })
  for (const name of ['LOG_LEVLE', ...NOT_ITS_USERS])
    expect(helm(withSettings({ [name]: 'x' })).said).toBe(`settings: Additional property ${name} is not allowed\n`)
})

test('a secret among the settings is refused with its place, and not told', () => {
  for (const name of SECRETS) {
    const { said } = helm(withSettings({ [name]: 'hush' }))
    expect(said).toContain(`settings.${name} does not match: "(nothing: a secret goes into the Secret that secret.name names`)
    expect(said).not.toContain('hush')
  }
  expect(helm({ ...defaults, ...needed, secret: { name: 'pinslot', keys: SECRETS } })).toMatchObject({ isRefused: false })
  expect(misfits({ ...defaults, ...needed, secret: { name: 'pinslot', keys: ['DATABSE_URL'] } })).toEqual(['secret.keys.0'])
})

test('what the README says to Helm is what the chart takes, by the image that it says to push', () => {
  const [command = [], ...more] = commandsOf('helm')
  expect(more).toEqual([])
  const { said, isRefused, objects } = helm(setValues(defaults, command))
  expect({ said, isRefused }).toEqual({ said: '', isRefused: false })
  const [, pushed = ''] = commandsOf('docker').find(([verb]) => verb === 'push') ?? []
  expect(JSON.stringify(objects)).toContain(`"image":"${pushed}"`)
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  expect(pushed.split(':')[1]).toBe(version)
})

test('a number by --set is a number and refused, as Helm has it', () => {
  const command = commandsOf('helm')[0]!.map((word) => (word === '--set-string' ? '--set' : word))
  expect(helm(setValues(defaults, command)).said).toBe(
    'settings.PLATFORM_CLIENT_ID: Invalid type. Expected: string, given: integer\n',
  )
})

test('what is scraped is a job of its namespace and release', () => {
  const objects = render({ serviceMonitor: { enabled: true, interval: '30s' } })
  const monitor = objects.find(({ kind }) => kind === 'ServiceMonitor')
  const relabelings = [{ targetLabel: 'job', replacement: 'default/pins' }]
  expect(monitor).toMatchObject({ spec: { endpoints: [{ relabelings }] } })
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
  expect(secrets.filter((name) => !isSecret(name))).toEqual([])
})
