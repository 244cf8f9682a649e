// npm run generate: the types and the table of operations from the document that the service gives now, and the README from the guide.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { readmeOf } from '../support/readme.mjs'
import { folder, startService } from '../support/service.mjs'

const HEADER = '// Made by npm run generate from /v1/openapi.json of the service. Do not edit.\n'

/**
 * Every generated file and its text, by its path below client/.
 * @param {string} baseUrl of a service that runs
 */
export async function generate(baseUrl) {
  const response = await fetch(`${baseUrl}/v1/openapi.json`)
  if (!response.ok) throw new Error(`GET /v1/openapi.json answered ${response.status}`)
  /** @type {{ paths: Record<string, Record<string, { operationId?: string }>> }} */
  const document = JSON.parse(await response.text())
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => path.startsWith('/v1')))
  const types = astToString(await openapiTS(/** @type {any} */ ({ ...document, paths, servers: undefined })))
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `  ${operationId}: ['${method}', '${path}'],\n`),
  )
  const table = `/** The method and the path of each operation. */\nexport const OPERATIONS = {\n${rows.sort().join('')}} as const\n`
  return new Map([
    ['src/generated/document.ts', `${HEADER}${types}`],
    ['src/generated/operations.ts', `${HEADER}${table}`],
    ['README.md', readmeOf()],
  ])
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const service = await startService()
  try {
    for (const [file, text] of await generate(service.baseUrl)) writeFileSync(path.join(folder, file), text)
  } finally {
    await service.stop()
  }
}
