/** What is generated is what the service and the guide give now. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { generate } from '../scripts/generate.mjs'
import { folder } from '../support/service.mjs'

const made = await generate(inject('baseUrl'))

test.each([...made.keys()])('%s is as npm run generate makes it', (file) => {
  expect(readFileSync(path.join(folder, file), 'utf8') === made.get(file), 'run npm run generate --prefix client').toBe(true)
})
