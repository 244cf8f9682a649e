/** One real service for the whole run. */
import type { TestProject } from 'vitest/node'
import { startService } from '../../support/service.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string
    key: string
    accountId: string
  }
}

export default async function setup(project: TestProject) {
  const service = await startService()
  project.provide('baseUrl', service.baseUrl)
  project.provide('key', service.apiKey)
  project.provide('accountId', service.accounts[0]!.id)
  return () => service.stop()
}
