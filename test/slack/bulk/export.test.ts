/** "Export CSV": what is listed as a file in the person's messages with the app, which can be imported again. */
import { expect, test } from 'vitest'
import { preview } from '../../core/imports/support/imports.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anotherAccount, aQueuedPost, aSentPost, inDays } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { asRole } from '../support/approval-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

/** The newest file in the messages with the app. */
async function sent(): Promise<{ name: string; text: string; words: string }> {
  const { messages } = await team.current.milo.open('dm')
  const [id = ''] = messages.at(-1)?.files ?? []
  const [file] = await db.sql<{ name: string; bytes: Buffer }[]>`select name, bytes from slk_files where id = ${id}`
  return { name: file?.name ?? '', text: file?.bytes.toString('utf8') ?? '', words: textOn(messages.at(-2)) }
}

test('all drafts of the account, also those that the list does not show, and of no other account', async () => {
  for (let n = 1; n <= 17; n++) await aDraft(team.current, { title: `Draft ${n}.` })
  await aDraft(await anotherAccount(team.current), { title: 'Of others', boardId: '201' })
  const { milo } = team.current
  await milo.command('/pin drafts')
  expect(markupOf(lastMessage(await milo.click('Export CSV')).blocks)).toMatch(
    /The file is in your messages with Pinslot\.[\s\S]*Draft 17\./,
  )
  const { name, text, words } = await sent()
  expect(name).toMatch(/-drafts\.csv$/)
  expect(words).toContain('All drafts of')
  expect(text.startsWith('\ufeffPin ID,')).toBe(true)
  expect(text.match(/Draft \d+\./g)).toHaveLength(17)
  expect(text).not.toContain('Of others')
  expect(await preview(team.current, text)).toMatchObject({ rows: 17, unknownColumns: expect.any(Array) as string[] })
})

test('what is scheduled, what was published, and the boards', async () => {
  await aQueuedPost(team.current, { title: 'Coming', at: inDays(team.current, 2) })
  await aSentPost(team.current, { title: 'Gone out', at: inDays(team.current, 1) })
  const { milo } = team.current
  await asRole(team.current, 'viewer') // who may read may have it as a file
  await milo.command('/pin queue')
  await milo.click('Export CSV')
  expect(await sent()).toMatchObject({
    name: expect.stringMatching(/-scheduled-pins\.csv$/) as string,
    text: expect.stringContaining('Coming') as string,
  })
  await milo.command('/pin published')
  await milo.click('Export CSV')
  expect((await sent()).text).toContain('Gone out')
  await milo.command('/pin boards')
  const { modal } = await milo.click('Export CSV')
  expect(textOn(modal?.blocks)).toContain('The file is in your messages with Pinslot.')
  expect((await sent()).text).toMatch(/b_101,Kitchen ideas/)
})
