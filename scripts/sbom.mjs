// npm run sbom: what the service is made of, as CycloneDX on stdout, from the lockfile alone.
// `npm sbom --omit=dev` by itself leaves out whatever a tool of development needs too: zod and ninety others that run here.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** @type {{ packages: Record<string, { name?: string, version?: string, dev?: boolean, link?: boolean }> }} */
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
const runs = new Set(
  Object.entries(packages)
    .filter(([place, { dev, link }]) => place !== '' && !dev && !link)
    .map(([place, { name, version }]) => `${name ?? place.replace(/^.*node_modules\//, '')}@${version}`),
)

/** @type {{ components: { 'bom-ref': string, name: string, version: string }[], dependencies: { ref: string, dependsOn?: string[] }[], metadata: { component: { 'bom-ref': string } } }} */
const all = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  }),
)
const components = all.components
  .filter((one) => runs.has(one['bom-ref']))
  .map((one) => ({ ...one, name: one['bom-ref'].replace(/@[^@]*$/, '') })) // one that stands in for another goes by its own name
const kept = new Set([all.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])])
const dependencies = all.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }))
process.stdout.write(`${JSON.stringify({ ...all, components, dependencies }, undefined, 2)}\n`)
