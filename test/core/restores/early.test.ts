/** A pin that a comparison finds earlier than its post was planned: nobody reads of a pin that was published tomorrow. */
import { expect, test } from 'vitest'
import { setOutcome } from '../../../src/core/publish/settle/set-outcome.js'
import { readWeek } from '../../../src/core/posts/schedule/week.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot } from '../../support/factories.js'
import { aPin, reread } from '../../publish/support/support.js'
import { aRestoreWorld } from './support/restores.js'

const { db } = await aDatabase()
const { world, inHours, published, restore, compare } = await aRestoreWorld(db)
const { deps, actor, accountId } = world
const { sql } = db
const url = (name: string) => `https://example.com/early/${name}`

test('a pin that went out before its time is at the time that it went out, and its slot is open', async () => {
  const at = inHours(40)
  const timeslotId = await aTimeslot(world, { day: at.getUTCDay(), time: at.toISOString().slice(11, 16) })
  const post = await aPin(world, { url: url('early'), at })
  await sql`update posts set timeslot_id = ${timeslotId} where id = ${post.id}`
  await published(post, inHours(5))
  await restore()
  await compare()
  expect(await reread(world, post)).toMatchObject({ status: 'sent', sendAt: inHours(5), sentAt: inHours(5), timeslotId: null })
  const ahead = await readWeek(deps, actor, {
    accountIds: [accountId],
    start: inHours(25),
    end: inHours(60),
    limit: 10,
    cursor: null,
  })
  expect(ahead.entries).toMatchObject([{ kind: 'open', at }])
})

test('one in doubt is at the time that it went out once a person has found it', async () => {
  const post = await aPin(world, { url: url('early-said'), at: inHours(40) })
  const pinIds = [await published(post, inHours(5)), await published(post, inHours(6))]
  await restore()
  await compare()
  await setOutcome(deps, actor, { accountId, postId: post.id, outcome: { kind: 'there', pinId: pinIds[0]! } })
  expect(await reread(world, post)).toMatchObject({ status: 'sent', sendAt: inHours(5), sentAt: inHours(5) })
})
