/** Prompts that a host offers to a person. */
import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { anAgent, anMcpServer } from './support/agent.js'

const { db } = await aDatabase()
const { url, key } = await anMcpServer(db)
const { client } = await anAgent(db, `${url}/mcp`, key)

const textOf = async (name: string, given?: Record<string, string>) => {
  const { messages } = await client.getPrompt({ name, ...(given && { arguments: given }) })
  return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join()
}

test('a host offers three prompts, each with one argument that may be left out', async () => {
  const { prompts } = await client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['plan_my_week', 'fill_from_photos', 'what_failed'])
  for (const { name, arguments: given = [] } of prompts) {
    expect(given.map(({ required }) => required)).toEqual([undefined])
    expect(await textOf(name)).toMatch(/^[A-Z][^]+\.$/)
  }
})

test('what a person adds stands behind the prompt', async () => {
  expect(await textOf('plan_my_week', { topic: 'shelves' })).toMatch(/\n\ntopic: shelves$/)
  expect(await textOf('plan_my_week', { topic: ' ' })).not.toContain('topic:')
})

test('a prompt that there is not is refused by name', async () => {
  await expect(client.getPrompt({ name: 'made_up' })).rejects.toThrow('There is no prompt “made_up”')
})
