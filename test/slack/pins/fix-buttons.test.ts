/** Each finding among the details of a pin, the button that fixes it pressed, and what came of it. */
import { expect, test } from 'vitest'
import { FINDING_CODES, type Finding } from '../../../src/core/posts/state/finding.js'
import { readFindings, storeFindings } from '../../../src/core/preflight/store.js'
import type { Post } from '../../../src/core/posts/post.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, markupOf, PICTURE } from '../support/a-team.js'
import { asRole } from '../support/approval-team.js'
import { AT, now } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const COPY = { title: 'Shelf', description: 'Open shelves.', url: 'https://example.com/shelf' }
const OTHER = 'https://example.com/other'
const pin = { postId: '1', title: 'Another', at: AT.toISOString() }

type Fixed = { button: string; fill: Record<string, string | null>; post: Partial<Post> }
const LINK: Fixed = { button: 'Change link', fill: { 'Destination link': OTHER }, post: { url: OTHER } }
const TITLE: Fixed = { button: 'Change title', fill: { Title: 'Short' }, post: { title: 'Short' } }
const IMAGE: Fixed = { button: 'Change image', fill: { 'Image link': PICTURE }, post: {} }

const VIDEO: Fixed = { ...IMAGE, button: 'Change video' }

const FIXES: [Finding, Fixed][] = [
  [{ code: 'link_unreachable', severity: 'blocking', because: 'dns' }, LINK],
  [{ code: 'link_status', severity: 'blocking', status: 404 }, LINK],
  [{ code: 'link_redirects', severity: 'warning', kind: 'home', redirects: 1, to: 'https://example.com/' }, LINK],
  [{ code: 'link_sold_out', severity: 'warning' }, LINK],
  [{ code: 'link_nopin', severity: 'warning' }, LINK],
  [{ code: 'link_insecure', severity: 'warning', https: OTHER }, LINK],
  [{ code: 'link_shortened', severity: 'warning', host: 'bit.ly', to: null }, LINK],
  [{ code: 'page_title_overrides', severity: 'info', title: 'Theirs' }, TITLE],
  [{ code: 'duplicate_picture', severity: 'warning', pin }, IMAGE],
  [{ code: 'duplicate_link', severity: 'info', pin }, LINK],
  [
    { code: 'board_gone', severity: 'blocking' },
    { button: 'Choose board', fill: { Board: 'Garden' }, post: { boardId: '102' } },
  ],
  [
    { code: 'section_gone', severity: 'blocking' },
    { button: 'Choose section', fill: { Section: 'Shelves' }, post: { boardSectionId: '1011' } },
  ],
  [{ code: 'picture_small', severity: 'warning', picture: 1, width: 300, height: 450 }, IMAGE],
  [{ code: 'picture_ratio', severity: 'warning', picture: 1, width: 600, height: 2000 }, IMAGE],
  [{ code: 'video_length', severity: 'blocking', durationMs: 3900 }, VIDEO],
  [{ code: 'video_ratio', severity: 'warning', width: 600, height: 1300 }, VIDEO],
  [{ code: 'video_codec', severity: 'warning', codec: 'av01' }, VIDEO],
  [
    { code: 'text_cut', severity: 'info', shown: 'Shelf' },
    { ...TITLE, button: 'Shorten title' },
  ],
]

async function aPinWith(finding: Finding): Promise<Post> {
  const { deps, clock } = team.current
  const { id } = await aQueuedPost(team.current, { ...COPY, boardSectionId: '1012', at: AT })
  const post = await now(team.current, { id })
  await storeFindings(deps.db.sql, post, { findings: [finding], isWhole: true, dueAt: null }, clock.now)
  return post
}

test('each finding has its button, which is pressed here; “Add the disclosure” opens no form and has a test of its own', () => {
  const pressed = [...FIXES.map(([{ code }]) => code), 'connection_ends', 'ai_undeclared']
  expect(pressed.sort()).toEqual([...FINDING_CODES].sort())
})

test.each(FIXES.map(([finding, fixed]) => [finding.code, finding, fixed] as const))(
  '%s: its button opens the form that changes it, and the finding is gone until the pin is checked again',
  async (_code, finding, { button, fill, post: expected }) => {
    const { milo, deps } = team.current
    const post = await aPinWith(finding)
    await milo.command(`/pin show ${post.id}`)
    const form = await milo.click(button)
    expect(form.modal?.title).toBe('Edit pin')
    await milo.fill(fill)
    expect(errorsOf(await milo.submit())).toEqual({})
    const fixed = await now(team.current, post)
    expect(fixed).toMatchObject(expected)
    if (button === 'Change image') expect(fixed.media).not.toEqual(post.media)
    const left = (await readFindings(deps.db.sql, [fixed])).get(post.id)?.findings ?? []
    expect(left).not.toContainEqual(finding)
  },
)

test('connection_ends: “Reconnect” leads an admin to connecting; who may not connect is told who may', async () => {
  const { ada, milo } = team.current
  const post = await aPinWith({ code: 'connection_ends', severity: 'blocking', at: AT.toISOString() })
  await ada.command(`/pin show ${post.id}`)
  expect((await ada.click('Reconnect')).modal?.title).toBe('Reconnect')
  await milo.command(`/pin show ${post.id}`)
  expect(lastMessage(await milo.click('Reconnect')).text).toBe('Only admins can do this. Ask an admin of your workspace.')
  await asRole(team.current, 'contributor')
  const { blocks } = lastMessage(await milo.command(`/pin show ${post.id}`))
  expect(markupOf(blocks)).toContain('An admin can reconnect it with /pin connect.')
  expect(JSON.stringify(blocks)).not.toContain('open_connect')
})
