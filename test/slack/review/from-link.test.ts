/** A link is enough: `/pin LINK`, a link in a message, a link in a form. What is made of the page is shown by itself, and looked through. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readReview } from '../../../src/core/sources/review/change.js'
import { rateDrafts } from '../../../src/core/sources/review/rate.js'
import type { Member } from '../../../src/core/accounts/people/members.js'
import { followPages } from '../../../src/slack/features/review/bring.js'
import type { SlackDeps } from '../../../src/slack/listener.js'
import { claimDueGenerations, generate } from '../../../src/core/sources/generations/work.js'
import { buttonsOf, type Screen } from '../../../src/sandbox/slack/screen.js'
import { makeWriter } from '../../../src/writer/writer.js'
import { aModelServer } from '../../writer/support/model-server.js'
import { writing } from '../../writer/support/sensible-model.js'
import { aPage } from '../../core/generations/support/page.js'
import { aFolderWeb, put } from '../../core/preflight/support/web-world.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot } from '../../support/factories.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { asRole } from '../support/approval-team.js'
import type { SlackUser } from '../../support/slack-user.js'
import { postsOf } from '../support/pins.js'
import { keepAnswer } from '../../../src/core/insight/trends/answers.js'
import { aTrend } from '../../core/trends/support/trend-fixtures.js'

const { db } = await aDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-web-'))
afterAll(() => rmSync(folder, { recursive: true }))
put(folder, 'pages.example.com/shelves.html', aPage())
put(folder, 'pages.example.com/jars.html', aPage())
for (const host of ['unfit.example.com', 'unfit.example.net', 'ours.example.com', 'useful.example.com'])
  put(folder, `${host}/shelves.html`, aPage())
put(folder, 'pages.example.com/shy.html', aPage({ head: '<meta name="pinterest" content="nopin">' }))
put(folder, 'pages.example.com/robots.txt', 'User-agent: *\nDisallow: /secret')
const team = aTeam(db, { parts: { web: aFolderWeb(folder) } })

const PAGE = 'https://pages.example.com/shelves.html'
const review = (screen: Screen) => markupOf(lastMessage(screen).blocks)
const buttons = (screen: Screen): string[] => buttonsOf(lastMessage(screen).blocks)
/** That the selects of its rows show. */
const boardsIn = (screen: Screen): string[] =>
  [...JSON.stringify(lastMessage(screen).blocks).matchAll(/"initial_option":\{"text":\{[^}]*"text":"([^"]*)"/g)].map(
    ([, name = '']) => name,
  )
/** The choices of the menus of its rows. */
const choices = (screen: Screen): string[] =>
  lastMessage(screen).blocks.flatMap(({ elements = [] }) =>
    elements.flatMap(({ type, options = [] }) => (type === 'overflow' ? options.map(({ text }) => text.text) : [])),
  )
async function work(): Promise<void> {
  const { deps } = team.current
  for (let claimed = await claimDueGenerations(deps, 9); claimed.length > 0; claimed = await claimDueGenerations(deps, 9))
    for (const one of claimed) await generate(deps, one)
}
async function week(): Promise<void> {
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
}

test('/pin LINK says that the page is read, and shows its drafts by itself, with picture, title, description and board', async () => {
  await week()
  const { ada } = team.current
  await ada.open('dm')
  const begun = await ada.command(`/pin ${PAGE}`)
  expect(review(begun)).toContain(':hourglass_flowing_sand: Reading pages.example.com…')
  expect(buttons(begun)).not.toContain('Schedule all (1)')
  await work()
  await expect.poll(async () => review(await ada.screen())).toContain('*3 pins to review*')
  const shown = await ada.screen()
  expect(review(shown)).toMatch(/1\. \*Open shelves for a small kitchen\*\nOpen shelves keep plates[^\n]*\n[A-Z][a-z]{2}, Mar /)
  expect(buttons(shown)).toContain('Schedule all (3)')
  const scheduled = await ada.click('Schedule all (3)')
  expect(lastMessage(scheduled).text).toMatch(/^Scheduled 3 pins/)
  expect(await postsOf(team.current, 'queued')).toHaveLength(3)
  await ada.click('Undo')
  expect(await postsOf(team.current, 'queued')).toEqual([])
})

test('who looks through drafts of a page says whether they are of use, and may change their mind', async () => {
  const { ada, deps, slack, actor } = team.current
  const answers = () => db.sql`select useful from generations where account_id = ${team.current.accountId}`
  await ada.open('dm')
  const begun = await ada.command('/pin https://useful.example.com/shelves.html')
  expect(textOn(lastMessage(begun).blocks)).not.toContain('feedback_buttons') // nothing is written yet
  await work()
  await expect.poll(async () => review(await ada.screen())).toContain('*3 pins to review*')
  expect(await answers()).toEqual([{ useful: null }])
  expect(review(await ada.click('Useful drafts'))).toContain('Thanks for telling us.')
  await ada.click('Useful drafts')
  expect(await answers()).toEqual([{ useful: true }])
  await ada.click('Not useful')
  expect(await answers()).toEqual([{ useful: false }])
  slack.setSwitches({ refusedBlocks: ['context_actions'] })
  expect(textOn(lastMessage(await ada.click('Not useful')).blocks)).not.toContain('feedback_buttons')
  slack.setSwitches({ refusedBlocks: [] })
  const [row] = await db.sql<{ id: string }[]>`select id from reviews where account_id = ${team.current.accountId}`
  const ref = { accountId: team.current.accountId, reviewId: row?.id ?? '', isUseful: true }
  const rated: [string, boolean][] = []
  const meter = { ...deps.meter, draftsRated: (...one: [string, boolean]) => void rated.push(one) }
  for (const _time of [1, 2]) await rateDrafts({ db, meter }, actor, ref)
  expect(rated).toEqual([['local', true]]) // the same answer again is none
  const stranger = { ...actor, userId: 'T1:U9' }
  for (const role of ['viewer', 'contributor'] as const)
    await expect(rateDrafts(deps, { ...stranger, role }, ref)).rejects.toMatchObject({
      code: role === 'viewer' ? 'FORBIDDEN' : 'NOT_FOUND',
    })
})

test('drafts that a model wrote say so', async () => {
  const { ada, deps } = team.current
  const server = await aModelServer(writing())
  deps.writer = makeWriter({ baseUrl: server.baseUrl, apiKey: 'any', model: 'small-1', clock: () => new Date() })
  await ada.open('dm')
  await ada.command(`/pin ${PAGE}`)
  await work()
  await expect.poll(async () => review(await ada.screen())).toContain('*3 pins to review*')
  expect(review(await ada.screen()).match(/Written by a model/g)).toHaveLength(3)
})

test('elsewhere a page that takes longer is said to be read, and where its drafts will be; "to" names the board of all', async () => {
  await week()
  const { ada } = team.current
  await ada.open('general')
  await ada.command(`/pin ${PAGE} to garden`)
  await expect
    .poll(async () => (await ada.screen()).messages.at(-1)?.text)
    .toBe('Reading pages.example.com… The drafts will be in your messages with Pinslot.')
  await work()
  await ada.open('dm')
  const shown = await ada.click('Refresh')
  expect(boardsIn(shown)).toEqual(['Garden', 'Garden', 'Garden'])
})

test.each([
  ['plates on a shelf to gard', ['plates on a shelf'], '102'],
  ['how to hang a shelf', ['how to hang a shelf'], null],
  ['"how to hang a shelf" to "Garden"', ['how to hang a shelf'], '102'],
])('behind the link, %j is what people search for and a board', async (typed, keywords, boardId) => {
  const { ada } = team.current
  await ada.open('dm')
  await ada.command(`/pin ${PAGE} ${typed}`)
  const [item] = await db.sql<{ page: unknown }[]>`
    select i.proposal -> 'page' as page
      from review_items i
      join reviews r on r.organization_id = i.organization_id and r.id = i.review_id
     where r.organization_id = ${team.current.organizationId}`
  expect(item?.page).toMatchObject({ keywords, boardId })
})

test('a board that nobody has is said before anything is read', async () => {
  const { ada } = team.current
  await ada.open('dm')
  expect(textOn((await ada.command(`/pin from ${PAGE} to attic`)).messages)).toContain(
    'No boards match “attic”. Closest matches:',
  )
  expect(textOn((await ada.command('/pin from attic')).messages)).toContain('Add the link of a page')
  expect(await db.sql`select 1 from generations where organization_id = ${team.current.organizationId}`).toHaveLength(0)
})

async function boards(count: number): Promise<void> {
  const { organizationId, accountId } = team.current
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  await db.sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at)
    select ${organizationId}, ${accountId}, (900 + n)::text, 'Shelf ideas number ' || n, 'PUBLIC', ${team.current.clock.now}
      from unnest(${numbers}::int[]) n`
}

test('of a board whose name is mistyped the nearest ones are offered, and one press makes the drafts for it', async () => {
  await boards(70)
  const { ada } = team.current
  await ada.open('general')
  const asked = await ada.command(`/pin ${PAGE} to shlef ideas number 12`)
  expect(review(asked)).toContain('No boards match “shlef ideas number 12”. Closest matches:')
  expect(lastMessage(await ada.click('Use', { within: 'Shelf ideas number 12' })).text).toBe(
    'Reading pages.example.com… The drafts will be in your messages with Pinslot.',
  )
  await work()
  await ada.open('dm')
  expect(boardsIn(await ada.click('Refresh'))).toEqual(Array.from({ length: 3 }, () => 'Shelf ideas number 12'))
})

test('of a name that many boards have it says how many, and the boards may be chosen in the review', async () => {
  await boards(70)
  const { ada } = team.current
  await ada.open('dm')
  const asked = await ada.command(`/pin ${PAGE} to shelf`)
  expect(review(asked)).toContain(
    '*70 boards* match “shelf”. Which one? Here are 5, and there are 65 more: type more of the name.',
  )
  await ada.click('Choose boards later')
  await work()
  await expect.poll(async () => review(await ada.screen())).toContain('*3 pins to review*')
  expect(textOn((await ada.screen()).messages)).not.toContain('Which one?')
})

test.each([
  ['shy.html', 'The page asks not to be saved to Pinterest.'],
  ['secret.html', 'The website’s robots.txt does not let programs read this page.'],
  ['gone.html', 'The page did not load, or returned an error.'],
])('%s keeps its place with what to do, and "Try again"', async (file, sentence) => {
  const { ada } = team.current
  await ada.open('dm')
  await ada.command(`/pin https://pages.example.com/${file}`)
  await work()
  const shown = await ada.click('Refresh')
  expect(review(shown)).toContain(sentence)
  expect(buttons(shown)).toEqual(expect.arrayContaining(['Try again', 'Add an image', 'Leave out']))
  expect(await postsOf(team.current, 'draft')).toEqual([])
})

test('a page that could not be read says why once the others are scheduled, and is tried again in another review', async () => {
  await week()
  const { ada } = team.current
  await ada.open('dm')
  await ada.say('Small kitchens https://shop.example.com/', await aPicture('kitchen-shelf.jpg'))
  await ada.command('/pin https://pages.example.com/secret.html')
  await work()
  await ada.click('Refresh')
  const scheduled = await ada.click('Schedule (1)')
  expect(review(scheduled)).toContain(
    'Not made. :warning: The website’s robots.txt does not let programs read this page. Write the pin yourself.\nhttps://pages.example.com/secret.html',
  )
  expect(buttons(scheduled)).toEqual(['Undo', 'Try again'])
  const again = await ada.click('Try again')
  expect(review(again)).toContain('*1 pin to review*')
  await work()
  expect(review(await ada.click('Refresh'))).toContain('robots.txt')
})

test('a picture in place of a page that fails becomes a draft that leads to it', async () => {
  await week()
  const { ada } = team.current
  await ada.open('dm')
  await ada.command('/pin https://pages.example.com/oak-shelf')
  await work()
  await ada.click('Refresh')
  await ada.click('Add an image')
  await ada.upload('Image or video', await aPicture('a.jpg'))
  await ada.submit()
  expect(await postsOf(team.current, 'draft')).toMatchObject([{ title: 'Oak shelf', url: 'https://pages.example.com/oak-shelf' }])
})

test('links in a form, a message or a shortcut are one draft each', async () => {
  await week()
  const { ada } = team.current
  await ada.open('general')
  await ada.say(`${PAGE} and https://pages.example.com/jars.html`)
  await ada.shortcut('New pins', 'jars.html')
  await ada.command('/pin new many')
  await ada.fill({ Links: 'https://pages.example.com/jars.html\nhttps://pages.example.com/shy.html' })
  await ada.submit()
  await work()
  await ada.open('dm')
  const shown = await ada.click('Refresh')
  expect(review(shown)).toContain('*3 pins to review*')
  expect(review(shown)).toContain('1 couldn’t be read')
  expect(buttons(shown)).toContain('Schedule (2)')
})

test('somebody’s pin is saved, and a picture is composed', async () => {
  const { ada } = team.current
  await ada.open('dm')
  expect((await ada.command('/pin https://pages.example.com/a.jpg')).modal?.title).toBe('New pin')
  await ada.close()
  await ada.command('/pin https://www.pinterest.com/pin/123456/')
  expect(await db.sql`select 1 from generations where organization_id = ${team.current.organizationId}`).toHaveLength(0)
})

test('a viewer is told before anything is read', async () => {
  await asRole(team.current, 'viewer')
  const { milo } = team.current
  await milo.open('dm')
  await milo.command(`/pin ${PAGE}`)
  expect(await db.sql`select 1 from reviews where organization_id = ${team.current.organizationId}`).toHaveLength(0)
})

test('what a process died with is shown by another one', async () => {
  await week()
  const { ada, clock, app, organizationId } = team.current
  await ada.open('dm')
  await ada.command(`/pin ${PAGE}`)
  await work()
  await expect.poll(async () => review(await ada.screen())).toContain('*3 pins to review*') // its reader is done
  await db.sql`update posts set title = 'Seen by nobody' where organization_id = ${organizationId}`
  await db.sql`update reviews set unshown_since = ${new Date(clock.now.getTime() - 120_000)} where organization_id = ${organizationId}`
  expect(await app.handleLeft()).toBe(1)
  expect(review(await ada.screen())).toContain('1. *Seen by nobody*')
})

test('what Slack did not take is shown again, and again when its pictures have come', async () => {
  await week()
  const { ada, deps, accountId, organizationId, logged } = team.current
  await ada.open('dm')
  await ada.command(`/pin ${PAGE}`)
  const [row] = await db.sql<[{ id: string; person: string }]>`
    select id, person from reviews where organization_id = ${organizationId}`
  const ref = { accountId, reviewId: row.id }
  const actor = { organizationId, via: 'slack', role: 'admin', userId: row.person } as const
  const seen = await readReview(deps, actor, ref)
  await work()
  const shows: number[] = []
  const ofPictures: (() => Promise<void>)[] = []
  const show = async () => {
    if (shows.push(shows.length) === 1) throw new Error('slack is away')
  }
  const followed = { ...deps, whenMoreCome: (again: () => Promise<void>) => void ofPictures.push(again) } as unknown as SlackDeps
  followPages(followed, { actor } as unknown as Member, { ref, seen, show, done: () => Promise.resolve() })
  await expect.poll(() => shows.length).toBe(2)
  await expect.poll(() => ofPictures).toEqual([show])
  expect(logged.map(({ message }) => message)).toContain('the pages of a review were not shown; it is tried again')
})

test('a card says that its picture is scheduled for that board already; whoever may not schedule reads who does', async () => {
  await week()
  const { ada, milo } = team.current
  await ada.open('dm')
  await ada.command(`/pin ${PAGE}`)
  await work()
  await ada.click('Refresh')
  expect(review(await ada.screen())).not.toContain('has the same')
  await ada.click('Schedule all (3)')
  await ada.command(`/pin ${PAGE}`)
  await work()
  await ada.click('Refresh')
  expect(review(await ada.screen())).toMatch(/:warning: “[^”]+” has the same image on this board/)
  await asRole(team.current, 'contributor')
  await milo.open('dm')
  await milo.command('/pin https://pages.example.com/jars.html')
  await work()
  expect(review(await milo.click('Refresh'))).toContain('A scheduler or admin can schedule them.')
})

test('words that people search for are in the menu of each card; a choice adds them to its description, and Undo takes them out', async () => {
  const { ada, deps } = team.current
  await keepAnswer(
    db.sql,
    { question: { region: 'US', type: 'growing', interest: null }, day: '2026-03-02' },
    ['kitchen shelf ideas', 'garden'].map((word) => aTrend(word)),
  )
  await ada.open('dm')
  await ada.command(`/pin ${PAGE}`)
  expect(choices(await ada.screen())).toEqual([])
  await work()
  await expect.poll(async () => review(await ada.screen())).toContain('*3 pins to review*')
  const chips = choices(await ada.screen()).filter((says) => says.startsWith('+ '))
  expect(new Set(chips)).toEqual(new Set(['+ kitchen shelf ideas']))
  expect(chips.length).toBeGreaterThan(1)
  const added = await ada.click('+ kitchen shelf ideas', { within: 'Open shelves for a small kitchen' })
  expect(review(added)).toMatch(/Open shelves for a small kitchen[^]*Added “kitchen shelf ideas” to the description\./)
  const described = async () => (await postsOf(team.current, 'draft')).map(({ description }) => description)
  expect((await described()).filter((words) => /kitchen shelf ideas$/i.test(words ?? ''))).toHaveLength(1)
  expect(choices(added).filter((says) => says === '+ kitchen shelf ideas')).toHaveLength(chips.length - 1)
  await ada.click('Undo')
  expect((await described()).filter((words) => /kitchen shelf ideas$/i.test(words ?? ''))).toEqual([])
  await deps.db.sql`update posts set description = ${'x'.repeat(795)} where organization_id = ${team.current.organizationId}`
  const full = await ada.click('+ kitchen shelf ideas')
  expect(textOn(full)).toContain('has no room for “kitchen shelf ideas”')
})

test.each([
  [
    'the command that names the account',
    (ada: SlackUser, name: string) => ada.command(`/pin from https://unfit.example.com/shelves.html @${name}`),
  ],
  ['a link alone in a message to Pinslot', (ada: SlackUser) => ada.say('https://unfit.example.net/shelves.html')],
])('where no public board fits, %s makes drafts all the same, without a board', async (_, bring) => {
  const { ada, organizationId, accountId } = team.current
  await db.sql`update boards set privacy = 'SECRET' where organization_id = ${organizationId}`
  const [{ username }] = await db.sql<[{ username: string }]>`
    select username from accounts where organization_id = ${organizationId} and id = ${accountId}`
  await ada.open('dm')
  await bring(ada, username)
  await work()
  await expect.poll(async () => review(await ada.screen())).toContain('*3 pins to review*')
  expect((await postsOf(team.current, 'draft')).map(({ boardId }) => boardId)).toEqual([null, null, null])
})

test('a page that fails for a fault of ours says so with a remedy, and may be tried again', async () => {
  const { ada, deps, clock } = team.current
  const { web } = deps
  deps.web = { ...web, readContent: () => Promise.reject(new TypeError('a fault of ours')) }
  await ada.open('dm')
  await ada.command('/pin https://ours.example.com/shelves.html')
  for (let tries = 0; tries < 3; tries++) {
    await work()
    clock.advance(60_000)
  }
  deps.web = web
  expect(review(await ada.click('Refresh'))).toContain('Something went wrong on our side, more than once. Try again later')
  await ada.click('Try again')
  await work()
  await expect.poll(async () => review(await ada.screen())).toContain('*3 pins to review*')
})

test('in a channel what is read becomes "3 drafts are ready" in its place, and is reviewed and scheduled there', async () => {
  await week()
  const { ada } = team.current
  const { messages } = await ada.open('general')
  await ada.command(`/pin ${PAGE}`)
  const said = async () => {
    await work()
    team.current.clock.advance(1000) // a page that a busy machine read too slowly is due again
    return (await ada.screen()).messages.at(-1)?.text
  }
  await expect.poll(said).toBe('3 drafts are ready.')
  expect(buttons(await ada.screen())).toEqual(['Review them'])
  const shown = await ada.click('Review them')
  expect(shown.messages.length).toBeGreaterThan(messages.length)
  expect(review(shown)).toContain('*3 pins to review* · pages.example.com')
  expect(review(shown)).toContain('3 pins share a link. They go out at least 3 days apart.')
  expect(buttons(shown).filter((says) => says === 'Schedule all (3)')).toHaveLength(2)
  expect(review(await ada.click('Don’t spread'))).toContain('3 pins share a link. They go out one after another.')
  await ada.click('Spread them')
  await ada.click('Another time', { within: 'Open shelves for a small kitchen' })
  await ada.fill({ 'Date and time': '2026-03-02 20:00' })
  expect(review(await ada.submit())).toMatch(/1\. \*Open shelves for a small kitchen\*[^]*Mar 2, /)
  expect(lastMessage(await ada.click('Schedule all (3)')).text).toMatch(/^Scheduled 3 pins/)
  expect(await postsOf(team.current, 'queued')).toHaveLength(3)
  expect(lastMessage(await ada.open('dm')).text).toMatch(/^Scheduled 3 pins/)
})
