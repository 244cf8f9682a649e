/** Drafts of a page say first what people search for: of what is kept, and nobody is asked for it. */
import { beforeEach, expect, test } from 'vitest'
import { keepAnswer } from '../../../src/core/insight/trends/answers.js'
import { aDatabase } from '../../support/database.js'
import { aTrend } from '../trends/support/trend-fixtures.js'
import { generateAll, openSites, type Site } from './support/generations.js'
import { aPage } from './support/page.js'

const { db } = await aDatabase()
const aWebsite = openSites(db)
beforeEach(async () => void (await db.sql`delete from trend_answers`))

const LAST = 'Jars with wide lids keep flour and rice dry beside the stove.'

async function describedOn(site: Site): Promise<string> {
  site.put('shelves.html', aPage())
  await generateAll(site, site.at('shelves.html'), { drafts: 1 })
  const [draft] = await db.sql<{ description: string }[]>`
    select description from posts where organization_id = ${site.organizationId}`
  return draft!.description
}

const keep = (site: Site, keywords: string[]) =>
  keepAnswer(
    db.sql,
    { question: { region: 'US', type: 'growing', interest: null }, day: site.clock.now.toISOString().slice(0, 10) },
    keywords.map((keyword) => aTrend(keyword)),
  )

test('a sentence that answers it comes into the draft, which another page’s words do not do', async () => {
  const site = await aWebsite()
  expect(await describedOn(site)).not.toContain(LAST)
  const other = await aWebsite()
  await keep(other, ['christmas nails'])
  expect(await describedOn(other)).not.toContain(LAST)
  const searched = await aWebsite()
  await db.sql`delete from trend_answers`
  await keep(searched, ['jars for flour and rice', 'christmas nails'])
  expect(await describedOn(searched)).toContain(LAST)
})
