/** The licences of what is installed to run the service, as docs/supply-chain.md has them. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../src/root.js'

type Lock = {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; integrity?: string; link?: boolean }>
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const lock = JSON.parse(read('package-lock.json')) as Lock
const installed = Object.entries(lock.packages)
  .filter(([place, { dev, link }]) => place !== '' && !dev && !link)
  .map(([place, one]) => ({ name: place.replace(/^.*node_modules\//, ''), ...one }))

const FREE = /^(?:MIT(?:-0)?|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|Public Domain)$/

test('every licence is one that asks for no more than to be named, or stands in docs/supply-chain.md', () => {
  const argued = [...read('docs/supply-chain.md').matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(([, name, licence]) => ({
    is: new RegExp(`^${name!.replaceAll('*', '.*')}$`),
    licence: licence!,
  }))
  expect(argued.length).toBeGreaterThan(0)
  const rest = installed.filter(({ license = 'none' }) => !FREE.test(license))
  const unargued = rest.filter(
    ({ name, license = 'none' }) => !argued.some(({ is, licence }) => is.test(name) && license.includes(licence)),
  )
  expect(unargued.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  expect(argued.filter(({ is }) => !rest.some(({ name }) => is.test(name)))).toEqual([])
})

test('every package is installed by its checksum, and every dependency by an exact version', () => {
  expect(installed.filter(({ integrity }) => integrity === undefined).map(({ name }) => name)).toEqual([])
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >
  const named = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const loose = named.filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))
  expect(loose.map(([name, version]) => `${name} ${version}`)).toEqual([])
})

test('the bill of materials names every package that is installed to run the service, and none beside', () => {
  const written = execFileSync(process.execPath, [path.join(root, 'scripts/sbom.mjs')], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  const bill = JSON.parse(written) as { bomFormat: string; components: { name: string; version: string }[] }
  const sorted = (all: { name: string; version?: string | undefined }[]) =>
    [...new Set(all.map(({ name, version }) => `${name}@${version}`))].sort()
  expect(bill.bomFormat).toBe('CycloneDX')
  expect(sorted(bill.components)).toEqual(sorted(installed))
  expect(sorted(bill.components).join()).toContain('zod@')
})
