/** The description of `/mcp` that an operator gives to the registry of the protocol, by its schema of 2025-12-11. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { root } from '../../src/root.js'

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
const described = z.strictObject({
  $schema: z.url(),
  name: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().max(100),
  description: z.string().max(100),
  version: z.string(),
  remotes: z.array(
    z.strictObject({
      type: z.literal('streamable-http'),
      url: z.string().regex(/^https:\/\/\S+$/),
      variables: z.record(z.string(), z.strictObject({ description: z.string(), isRequired: z.boolean() })),
    }),
  ),
})

test('what the registry gets has its form, and the version of the service', () => {
  const { version, remotes } = described.parse(read('deploy/server.json'))
  expect(version).toBe((read('package.json') as { version: string }).version)
  for (const { url, variables } of remotes)
    expect([...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(variables))
})
