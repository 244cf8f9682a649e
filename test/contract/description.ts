/** Where the platform's own description of v5 stands: no part of the project, so it may be missing. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { root } from '../../src/root.js'

const env = process.env
const given = path.resolve(root, env['PLATFORM_OPENAPI'] ?? '../shared/data/platform/openapi.slice.json')

/** Says loudly that nothing was checked, when nothing can be. */
export function hasDescription(): boolean {
  if (existsSync(given)) return true
  console.warn(
    [
      '',
      '  NOT CHECKED: whether the simulated platform and our client keep to the official description of v5.',
      `  It is not at ${given}. Set PLATFORM_OPENAPI to where it is (OpenAPI in JSON).`,
      '',
    ].join('\n'),
  )
  return false
}

type Described = { components?: { parameters?: Record<string, { schema?: { items?: { oneOf?: unknown; anyOf?: unknown } } }> } }

/**
 * A copy without the one flaw that nobody can keep to: a metric of a pin must be in just one of two lists, which share most of their names.
 * Call it at the top level of a file; gone after it.
 */
export function aDescription(): string {
  const described = JSON.parse(readFileSync(given, 'utf8')) as Described // of OpenAPI's shape
  const items = described.components?.parameters?.query_pin_analytics_metric_types?.schema?.items
  if (items?.oneOf) {
    items.anyOf = items.oneOf
    delete items.oneOf
  }
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-contract-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  const file = path.join(dir, 'openapi.json')
  writeFileSync(file, JSON.stringify(described))
  return file
}
