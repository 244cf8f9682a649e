/** A file of pins by an agent: it reads of the template, and is asked for a time, as everybody is. */
import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { anAgent, anMcpServer } from './support/agent.js'

const { db } = await aDatabase()
const server = await anMcpServer(db)
const { url, key, accountId } = server
const agent = await anAgent(db, `${url}/mcp?tools=all`, key)
const importing = (csv: string, more: object = {}) => ({ path: { accountId }, body: { csv, preview: true, ...more } })
const mediaUrl = 'https://sample.test/one.jpg'

test('an agent reads whose template a file has, and how it is read', async () => {
  const header = 'Title,Media URL,Pinterest board,Thumbnail,Description,Link,Publish date,Keywords'
  const answer = await agent.call('createImport', importing(`${header}\nLamp,${mediaUrl},101,,Warm,https://a.test/,,\n`))
  expect(JSON.stringify(answer)).toContain('"template":"Pinterest"')
  expect(JSON.stringify(answer)).toContain('Times are in UTC, as Pinterest reads its own template.')
})

test('an agent is told which column looks like a time before anything is scheduled', async () => {
  const csv = `Title,Description,Link,Media URL,Board ID,go live\nT,D,https://a.test/,${mediaUrl},101,2027-03-10 15:00\n`
  const { error } = await agent.call('createImport', importing(csv, { mode: 'schedule' }))
  expect(error).toMatchObject({ field: 'mapping', message: expect.stringContaining('“go live” looks like a time') as string })
})
