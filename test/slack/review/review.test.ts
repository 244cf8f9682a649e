/** Many pins at once: dropped, chosen in a form or taken from a message, looked through, and scheduled together. */
import { expect, test } from 'vitest'
import { editPost } from '../../../src/core/posts/edit.js'
import { scheduleReview } from '../../../src/core/sources/review/decide.js'
import { readReview } from '../../../src/core/sources/review/change.js'
import { planReview, shownOf } from '../../../src/core/sources/review/plan.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot, creditsOf } from '../../support/factories.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, errorsOf, lastMessage, markupOf, PICTURE, textOn, type Team } from '../support/a-team.js'
import { setCredits } from '../support/composer-fixtures.js'
import { postsOf } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const LINK = 'https://shop.example.com/shelves'
const pictures = (...names: string[]) => Promise.all(names.map((name) => aPicture(name)))
const review = (screen: Screen) => markupOf(lastMessage(screen).blocks)
const buttons = (screen: Screen): string[] => {
  const found: string[] = []
  JSON.stringify(lastMessage(screen).blocks, (_key, value: unknown) => {
    const one = value as { type?: string; text?: { text: string } } | null
    if (one?.type === 'button') found.push(one.text?.text ?? '')
    return value
  })
  return found
}
/** The review of the test, and whose it is. */
async function theReview({ accountId, organizationId }: Team) {
  const [row] = await db.sql<[{ id: string; person: string }]>`
    select id, person from reviews where organization_id = ${organizationId} order by id desc limit 1`
  return {
    ref: { accountId, reviewId: row.id },
    actor: { organizationId, via: 'slack', role: 'admin', userId: row.person } as const,
  }
}

async function slots(world: Team): Promise<void> {
  for (let day = 0; day < 7; day++) await aTimeslot(world, { day, time: '09:00' })
}

async function dropped(...names: string[]): Promise<Screen> {
  const { ada } = team.current
  await ada.open('dm')
  return ada.say(`Small kitchens ${LINK}`, ...(await pictures(...names)))
}

test('files dropped in the messages with the app become drafts, shown together with times and boards', async () => {
  await slots(team.current)
  const shown = await dropped('kitchen-shelf.jpg', 'garden-bench.jpg', 'IMG_3.jpg')
  expect(review(shown)).toContain('*3 pins to review*')
  expect(review(shown)).toContain('*3 pins to review* · shop.example.com')
  expect(review(shown)).toMatch(/\d\. \*Kitchen shelf\*\n[A-Z][a-z]{2}, Mar /)
  expect(review(shown)).toMatch(/\d\. \*Garden bench\*\n[A-Z][a-z]{2}, Mar /)
  expect(review(shown)).not.toContain('fits its words')
  expect(await postsOf(team.current, 'draft')).toHaveLength(3)
})

test('"Schedule all" puts them on the next open slots, and Undo takes the whole batch back', async () => {
  await slots(team.current)
  const { ada } = team.current
  const credits = await creditsOf(team.current)
  await dropped('kitchen-shelf.jpg', 'garden-bench.jpg')
  const scheduled = await ada.click('Schedule all (2)')
  expect(lastMessage(scheduled).text).toMatch(/^Scheduled 2 pins, .* to /)
  expect(buttons(scheduled)).toEqual(['Undo'])
  expect(await postsOf(team.current, 'queued')).toHaveLength(2)
  expect(await creditsOf(team.current)).toBe(credits - 2)
  const undone = await ada.click('Undo')
  expect(review(undone)).toContain('Undone. All of them are drafts again.')
  expect(await postsOf(team.current, 'queued')).toEqual([])
  expect(await creditsOf(team.current)).toBe(credits)
  expect(lastMessage(await ada.click('Schedule all (2)')).text).toContain('Scheduled 2 pins')
})

test('a second message fills the same review, with what the first one said, and is shown below it', async () => {
  await slots(team.current)
  const { ada } = team.current
  await dropped('kitchen-shelf.jpg')
  const second = await ada.say('', ...(await pictures('kitchen-lamp.jpg')))
  expect(review(second)).toContain('*2 pins to review*')
  expect(review(second)).toMatch(/\d\. \*Kitchen lamp\*\n[A-Z][a-z]{2}, Mar /)
  expect(second.messages.filter(({ text }) => text === 'This review continues below.')).toHaveLength(1)
})

test('/pin new many asks for files, words and links; without any of them it says so', async () => {
  await slots(team.current)
  const { ada } = team.current
  await ada.open('general')
  await ada.command('/pin new many')
  expect(errorsOf(await ada.submit())).toEqual({ 'Images, videos or a CSV': 'Add images, videos, links or a CSV.' })
  await ada.upload('Images, videos or a CSV', ...(await pictures('kitchen-shelf.jpg')))
  await ada.upload('More images or videos', ...(await pictures('garden-bench.jpg')))
  await ada.fill({ 'What they show': 'One\nTwo', Links: `${LINK} ${PICTURE}` })
  const sent = await ada.submit()
  expect(sent.modal).toBeNull()
  await expect.poll(async () => buttons(await ada.screen())).toContain('Schedule all (3)') // in the channel, for them alone
  const shown = await ada.open('dm')
  expect(review(shown)).toContain('*3 pins to review*')
  expect((await postsOf(team.current, 'draft')).map(({ title }) => title)).toContain('Kitchen shelf')
})

test('Edit, Board and Leave out change what is shown, in place', async () => {
  await slots(team.current)
  const { ada } = team.current
  const shown = await dropped('kitchen-shelf.jpg', 'garden-bench.jpg')
  const count = shown.messages.length
  await ada.click('Edit', { within: 'Kitchen shelf' })
  await ada.fill({ Title: 'Oak shelf' })
  const edited = await ada.submit()
  expect(review(edited)).toContain('1. *Oak shelf*')
  const moved = await ada.choose('Board', 'Garden', { within: 'Oak shelf' })
  expect(JSON.stringify(lastMessage(moved).blocks)).toContain('"initial_option":{"text":{"text":"Garden"')
  const left = await ada.click('Leave out', { within: 'Garden bench' })
  expect(review(left)).toContain('2. ~Garden bench~\nLeft out. It stays a draft.')
  expect(buttons(left)).toContain('Schedule all (1)')
  expect(buttons(await ada.click('Put back'))).toContain('Schedule all (2)')
  expect((await ada.screen()).messages).toHaveLength(count)
})

test('what cannot be read keeps its place with the reason, and "Try again" reads it', async () => {
  await slots(team.current)
  const { ada, slack } = team.current
  await ada.open('dm')
  slack.addFault({ method: 'files.info', error: 'file_not_found', times: 1, retryAfterSeconds: 1 })
  const shown = await ada.say(LINK, ...(await pictures('kitchen-shelf.jpg', 'kitchen-lamp.jpg')))
  expect(review(shown)).toMatch(/:warning: “kitchen-(shelf|lamp)\.jpg” is no longer in Slack\. Choose it again\./)
  expect(review(shown)).toContain('1 couldn’t be read')
  expect(buttons(shown)).toContain('Schedule (1)')
  const again = await ada.click('Try again')
  expect(buttons(again)).toContain('Schedule all (2)')
})

test('what is no picture is said at its place, and another file can be put there', async () => {
  await slots(team.current)
  const { ada } = team.current
  await ada.open('dm')
  const shown = await ada.say(LINK, { name: 'kitchen-words.jpg', bytes: Buffer.from('no picture') })
  expect(review(shown)).toMatch(/1\. \*kitchen-words\.jpg\*\n:warning: “kitchen-words\.jpg”: /)
  await ada.click('Add an image')
  await ada.upload('Image or video', ...(await pictures('kitchen-shelf.jpg')))
  await ada.submit()
  expect(buttons(await ada.screen())).toContain('Schedule all (1)')
})

test('what a process died with is read when somebody tries it again', async () => {
  await slots(team.current)
  const { ada } = team.current
  await dropped('kitchen-a.jpg', 'kitchen-b.jpg')
  const { ref } = await theReview(team.current)
  const [draft] = await postsOf(team.current, 'draft')
  await db.sql`delete from posts where id = ${draft!.id}`
  await db.sql`
    update review_items
       set state = 'reading', post_id = null, lease_until = now() - interval '1 second'
     where review_id = ${ref.reviewId} and post_id = ${draft!.id}`
  expect(review(await ada.click('Keep as drafts'))).toContain('Reading was interrupted.')
  expect(buttons(await ada.click('Try again'))).toContain('Schedule all (2)')
})

test('what is missing is filled in for all that lack it, once', async () => {
  await slots(team.current)
  const { ada } = team.current
  await ada.open('dm')
  const shown = await ada.say('', ...(await pictures('IMG_1.jpg', 'kitchen-shelf.jpg')))
  expect(review(shown)).toContain('Needs a title, a description and a link')
  expect(review(shown)).toContain('Needs a link')
  await ada.click('Fill in what’s missing')
  await ada.fill({
    'Title and description (1 pin needs it)': 'A quiet corner',
    'Destination link (2 pins need it)': LINK,
  })
  const filled = await ada.submit()
  expect(filled.modal).toBeNull()
  expect(buttons(filled)).toContain('Schedule all (2)')
  expect((await postsOf(team.current, 'draft')).map(({ title, url }) => [title, url]).sort()).toEqual([
    ['A quiet corner', LINK],
    ['Kitchen shelf', LINK],
  ])
})

test('credit for two of three is said at the third, and two are scheduled', async () => {
  await slots(team.current)
  const { ada } = team.current
  await setCredits(team.current, 2)
  const shown = await dropped('kitchen-a.jpg', 'kitchen-b.jpg', 'kitchen-c.jpg')
  expect(buttons(shown)).toContain('Schedule (2)')
  expect(review(shown)).toMatch(/:warning: [^\n]*credit/)
  expect(lastMessage(await ada.click('Schedule (2)')).text).toContain('Scheduled 2 pins')
  expect(await creditsOf(team.current)).toBe(0)
})

test('where something changed since it was shown, nothing is scheduled and the review is shown again', async () => {
  await slots(team.current)
  const { ada } = team.current
  await dropped('kitchen-a.jpg', 'kitchen-b.jpg')
  const [one] = await postsOf(team.current, 'draft')
  await db.sql`update posts set url = null, url_key = null, version = version + 1 where id = ${one!.id}`
  const shown = await ada.click('Schedule all (2)')
  expect(textOn(shown.messages)).toContain('This review changed in the meantime, so nothing was done.')
  expect(await postsOf(team.current, 'queued')).toEqual([])
})

test('where the words or the link of one were changed since it was shown, nothing is scheduled; the next press is of what is shown then', async () => {
  await slots(team.current)
  const { ada, deps, accountId } = team.current
  await dropped('kitchen-a.jpg', 'kitchen-b.jpg')
  const [one] = await postsOf(team.current, 'draft')
  const somebody = { ...team.current.actor, via: 'api' } as const
  const changes = { title: 'Words that nobody here saw', url: 'https://elsewhere.example.com/' }
  await editPost(deps, somebody, { accountId, postId: one!.id, changes })
  const shown = await ada.click('Schedule all (2)')
  expect(textOn(shown.messages)).toContain('This review changed in the meantime, so nothing was done.')
  expect(textOn(shown.messages)).toContain('Words that nobody here saw')
  expect(await postsOf(team.current, 'queued')).toEqual([])
  expect(textOn((await ada.click('Schedule all (2)')).messages)).toContain('Scheduled 2 pins')
  expect(await postsOf(team.current, 'queued')).toHaveLength(2)
})

test('of two who schedule at once one wins, and the other is told', async () => {
  await slots(team.current)
  const { ada } = team.current
  await dropped('kitchen-a.jpg', 'kitchen-b.jpg')
  const { deps, organizationId } = team.current
  const { ref: reviewRef, actor } = await theReview(team.current)
  const { review: asShown, postIds } = await planReview(deps, actor, reviewRef)
  const ref = { ...reviewRef, shown: shownOf(asShown, postIds) }
  const people = ['T1:U1', 'T1:U2', 'T1:U3'].map(
    (userId) => ({ organizationId, via: 'slack', role: 'scheduler', userId }) as const,
  )
  const results = await Promise.allSettled(people.map((actor) => scheduleReview(deps, actor, ref)))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('are already scheduled') as unknown,
      })
  expect(await postsOf(team.current, 'queued')).toHaveLength(2)
  const late = await ada.click('Schedule all (2)')
  expect(textOn(late.messages)).toMatch(/<@U[123]> already scheduled these pins\. Nothing was done twice\./)
  expect(await postsOf(team.current, 'queued')).toHaveLength(2)
})

test('what is shown is what is then scheduled', async () => {
  await slots(team.current)
  await dropped('kitchen-a.jpg', 'garden-b.jpg', 'kitchen-c.jpg')
  const { deps } = team.current
  const { ref, actor } = await theReview(team.current)
  const { times } = await planReview(deps, actor, ref)
  await team.current.ada.click('Schedule all (3)')
  const { items } = await readReview(deps, actor, ref)
  const planned = Object.fromEntries([...times].map(([id, { sendAt }]) => [id, sendAt]))
  expect(
    Object.fromEntries(items.map(({ state }) => (state.name === 'ready' ? [state.post.id, state.post.sendAt] : []))),
  ).toEqual(planned)
})

test('"Keep as drafts" leaves them, and the next files begin another review', async () => {
  await slots(team.current)
  const { ada } = team.current
  await dropped('kitchen-a.jpg')
  expect(review(await ada.click('Keep as drafts'))).toContain('Kept as drafts: 1 pin. See /pin pins drafts.')
  const next = await dropped('kitchen-b.jpg')
  expect(review(next)).toContain('*1 pin to review*')
})

test('"New pins" on a message takes each of its pictures', async () => {
  await slots(team.current)
  const { ada } = team.current
  await ada.open('general')
  await ada.say(`Our shelves ${LINK}`, ...(await pictures('kitchen-a.jpg', 'kitchen-b.jpg', 'kitchen-c.jpg')))
  await ada.shortcut('New pins', 'Our shelves')
  await expect.poll(async () => lastMessage(await ada.screen()).text).toBe('3 drafts are ready.')
  expect(review(await ada.open('dm'))).toContain('*3 pins to review*')
})

test('a message without any says so, and one with other files is answered', async () => {
  const { ada } = team.current
  await ada.open('general')
  await ada.say('Only words')
  expect(lastMessage(await ada.shortcut('New pins', 'Only words')).text).toBe(
    'This message has no images, videos, links or CSV files.',
  )
  const before = (await ada.open('dm')).messages.length
  expect((await ada.say('Hello')).messages).toHaveLength(before + 1) // no answer to words
  const answered = await ada.say('', { name: 'plan.pdf', bytes: Buffer.from('%PDF') })
  expect(lastMessage(answered).text).toContain('Drop images or videos here')
})

test('"New pins" on Home opens the form', async () => {
  const { ada } = team.current
  await ada.openHome()
  expect((await ada.click('New pins')).modal?.title).toBe('New pins')
})
