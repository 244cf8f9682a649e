/** The sixty pages by the written checklist: what could go out unedited, and how long it takes. */
import { expect, test } from 'vitest'
import { compose } from '../../../src/core/sources/generations/compose/compose.js'
import { contentOf, PAGES } from '../../web/page/support/pages.js'
import { boardsFor, CHECKLIST, failedIn, TRUTH } from './support/checklist.js'

/** Each page with what is wrong with each of its drafts; nothing: it could go out as it is. */
const verdicts = PAGES.map((name) => {
  const page = contentOf(name)
  const composed = compose(page, { drafts: 3, boards: boardsFor(name.slice(0, 2)) })
  const drafts = composed.kind === 'composed' ? composed.drafts : []
  return { name, drafts: drafts.map((draft) => ({ draft, failed: failedIn({ name, page, draft }) })) }
})
const good = verdicts.filter(({ drafts }) => drafts.some(({ failed }) => failed.length === 0))
const firstGood = verdicts.filter(({ drafts }) => drafts[0]?.failed.length === 0)
const all = verdicts.flatMap(({ drafts }) => drafts)
const allGood = all.filter(({ failed }) => failed.length === 0)

const percent = (part: number, of: number) => `${((part / of) * 100).toFixed(0)} %`

test('what is known of the pages is known of each', () => {
  expect(Object.keys(TRUTH).sort()).toEqual([...PAGES].sort())
})

test('every verdict is the recorded one (npx vitest run test/core/generations/checklist.test.ts -u records again)', async () => {
  const table = verdicts.map(({ name, drafts }) =>
    [`${drafts.some(({ failed }) => failed.length === 0) ? 'good' : 'BAD '} ${name}`]
      .concat(
        drafts.map(
          ({ draft, failed }) =>
            `       ${failed.length === 0 ? 'good' : `not ${failed.join('; ')}`} · ${draft.title} → ${draft.boardId}`,
        ),
      )
      .join('\n'),
  )
  const summary = [
    `${PAGES.length} pages, ${all.length} drafts`,
    `pages with a draft that passes all: ${good.length} (${percent(good.length, PAGES.length)})`,
    `pages whose first draft does: ${firstGood.length} (${percent(firstGood.length, PAGES.length)})`,
    `drafts that pass all: ${allGood.length} (${percent(allGood.length, all.length)})`,
    ...Object.keys(CHECKLIST).map(
      (check) => `  ${check}: ${all.filter(({ failed }) => failed.includes(check)).length} drafts do not`,
    ),
  ]
  await expect([...summary, '', ...table, ''].join('\n')).toMatchFileSnapshot('checklist.txt')
})

test('nine in ten pages give a draft that passes all of it', () => {
  const bad = verdicts
    .filter((one) => !good.includes(one))
    .map(({ name, drafts }) => `${name}: ${drafts.map(({ failed }) => failed.join('; ')).join(' | ')}`)
  expect(good.length, bad.join('\n')).toBeGreaterThanOrEqual(Math.ceil(PAGES.length * 0.9))
})
