/** The disclosure that a file asks for, by one button. */
import { expect, test } from 'vitest'
import sharp from 'sharp'
import { aDatabase } from '../../support/database.js'
import { aTeam, lastMessage, textOn } from '../support/a-team.js'
import { postsOf } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
const team = aTeam(db)

const SAID =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/></rdf:RDF></x:xmpmeta>'

test('a picture that says it was made with AI is named on the card, and one press in the details declares it, with an Undo', async () => {
  const { milo } = team.current
  const bytes = await sharp({ create: { width: 600, height: 900, channels: 3, background: 'teal' } })
    .withXmp(SAID)
    .jpeg()
    .toBuffer()
  await milo.command('/pin')
  await milo.upload('Image or video', { name: 'made.jpg', bytes })
  await milo.fill({ Title: 'Shelf' })
  const saved = await milo.submit()
  expect(textOn(lastMessage(saved).blocks)).toContain('made with AI')
  expect((await postsOf(team.current, 'draft'))[0]).toMatchObject({ aiDisclosures: [] })
  await milo.command('/pin drafts')
  await milo.click('Details', { within: 'Shelf' })
  const declared = await milo.click('Add the disclosure')
  expect(JSON.stringify(declared)).toContain('Declared: made with AI.')
  expect((await postsOf(team.current, 'draft'))[0]).toMatchObject({ aiDisclosures: ['AI_MODIFIED'] })
})
