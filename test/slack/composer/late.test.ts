/** Files that take longer than Slack waits: the form says how far it is, and what was chosen is there again after a refusal. */
import { afterEach, expect, test, vi } from 'vitest'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { makeProgress } from '../../../src/slack/reply/progress.js'
import { aDatabase } from '../../support/database.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, PICTURE, valuesOf, textOn, waitAsProduct } from '../support/a-team.js'
import { AT, COPY, postsOf, setCredits, uploadsOf, widthsOf, WORDS } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
/** Slack's files do not arrive while it is closed; `asked` counts how often one was fetched. */
const gateway = { open: Promise.resolve(), asked: 0 }
/** The sentences of the working views that were put in place of another. */
const shown: string[] = []
const team = aTeam(db, {
  slackFetch: (real) => async (input, init) => {
    const { url } = new Request(input)
    if (url.includes('/files-pri/')) {
      gateway.asked++
      await gateway.open
    }
    if (url.endsWith('/views.update') && typeof init?.body === 'string') {
      const view = new URLSearchParams(init.body).get('view') ?? ''
      shown.push(...(/Loading[^"]*…|Saving[^"]*…/.exec(view) ?? []))
    }
    return real(input, init)
  },
})

/** Files come no more until they are let through. */
function shut(): () => void {
  waitAsProduct(team.current)
  let letThrough = () => {}
  gateway.open = new Promise((resolve) => (letThrough = resolve))
  return letThrough
}

/** The app's own timeout decides: the test waits for the view that shows progress, however long it takes. */
async function untilShown(sentence: string): Promise<void> {
  const { milo } = team.current
  await vi.waitFor(async () => expect(textOn((await milo.screen()).modal?.blocks)).toContain(sentence), { timeout: 60_000 })
}

/** Sends the form, whose files come only when Slack has its working view. */
async function submitLate(): Promise<Screen> {
  const letThrough = shut()
  const saving = team.current.milo.submit()
  await untilShown('Loading')
  letThrough()
  return saving
}

afterEach(() => {
  shown.length = 0
  gateway.asked = 0
  vi.useRealTimers()
})

async function threeFiles() {
  const { milo } = team.current
  await milo.command('/pin')
  const files = await Promise.all(['a', 'b', 'c'].map((name) => aPicture(`${name}.jpg`)))
  return milo.upload('Image or video', ...files)
}

test('the working view tells which file is being fetched', async () => {
  await threeFiles()
  const first = shut()
  const saving = team.current.milo.submit()
  await untilShown('Loading file 1 of 3…')
  expect(shown).toEqual([]) // the form itself was answered with it
  const second = shut()
  first()
  await untilShown('Loading file 2 of 3…')
  const third = shut()
  second()
  await untilShown('Loading file 3 of 3…')
  third()
  expect((await saving).modal?.title).toBe('Pin saved')
  expect(shown.slice(0, 2)).toEqual(['Loading file 2 of 3…', 'Loading file 3 of 3…'])
  expect(widthsOf((await postsOf(team.current, 'draft'))[0])).toEqual([400, 400, 400])
})

test('after a late refusal the files stand above the file field, ticked, and are not fetched again', async () => {
  const { milo } = team.current
  await threeFiles()
  await milo.fill({ ...COPY, Board: 'Garden', ...AT })
  await setCredits(team.current, 0)
  const refused = await submitLate()
  expect(refused.modal?.title).toBe('New pin')
  expect(valuesOf(refused)).toMatchObject({
    'Files already added': ['a.jpg', 'b.jpg', 'c.jpg'],
    'Image or video': [],
    'Image link': PICTURE,
  })
  expect(textOn(refused.modal?.blocks)).toContain('Not enough credits left')
  await milo.click('b.jpg')
  await milo.fill({ When: 'Save as draft' })
  const staged = await uploadsOf(team.current)
  expect(staged).toEqual({ open: 3, attached: 0 })
  await milo.submit()
  expect(gateway.asked).toBe(3) // nothing had to be fetched again
  expect(widthsOf((await postsOf(team.current, 'draft'))[0])).toEqual([600, 400, 400])
  expect(await uploadsOf(team.current)).toEqual({ open: 1, attached: 2 })
})

test('a file of a message stays one of the message through a late refusal', async () => {
  const { milo, ada } = team.current
  await ada.say('Our shelf', await aPicture('a-very-long-name-of-a-picture-that-nobody-would-read-to-its-end.jpg'))
  await milo.open('general')
  await milo.shortcut('New pin', 'Our shelf')
  await milo.upload('Image or video', await aPicture('own.jpg'))
  await milo.fill({ ...WORDS, Board: 'Garden', ...AT })
  await setCredits(team.current, 0)
  const refused = await submitLate()
  expect(valuesOf(refused)['Files already added']).toEqual([
    expect.stringMatching(/^From the message: a-very-long.*…\.jpg$/),
    'own.jpg',
  ])
})

test('what a view remembers of its files stays within Slack’s 3000 characters', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  const names = ['1', '2', '3', '4', '5'].map((name) => `${name.repeat(60)}"“☃”.jpg`)
  await milo.upload('Image or video', ...(await Promise.all(names.map((name) => aPicture(name)))))
  await milo.fill({ ...WORDS, Board: 'Garden', ...AT })
  await setCredits(team.current, 0)
  const refused = await submitLate()
  expect(refused.alert).toBeNull()
  expect(valuesOf(refused)['Files already added']).toHaveLength(5)
})

test('progress is shown at once, then at most once a second, and never after its end', async () => {
  vi.useFakeTimers()
  const said: string[] = []
  const progress = makeProgress('first', async (sentence) => void said.push(sentence))
  progress.report('before anything stands there')
  expect([said, progress.sentence]).toEqual([[], 'before anything stands there'])
  progress.start()
  progress.report('1 of 3')
  progress.report('2 of 3')
  await vi.advanceTimersByTimeAsync(999)
  expect(said).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(said).toEqual(['2 of 3'])
  await vi.advanceTimersByTimeAsync(5000)
  progress.report('3 of 3')
  expect(said).toEqual(['2 of 3', '3 of 3'])
  progress.report('late')
  await progress.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(said).toEqual(['2 of 3', '3 of 3'])
})
