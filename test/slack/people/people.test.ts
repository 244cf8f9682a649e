/** What Slack knows of a person: how long it is waited for, and whose they are. */
import { afterEach, expect, test, vi } from 'vitest'
import { TIMEOUTS } from '../../../src/slack/forms/timeout.js'
import { makePeople } from '../../../src/slack/people/people.js'

afterEach(() => void vi.useRealTimers())

const KEPT_MS = 10 * 60_000
const never = new Promise<never>(() => {})

test('while Slack is silent about a person and about their groups, the wait is no longer than what is done for them leaves of three seconds', async () => {
  vi.useFakeTimers()
  let isSilent = false
  const client = {
    users: { info: () => (isSilent ? never : Promise.resolve({ ok: true, user: { id: 'U1', team_id: 'T1' } })) },
    usergroups: { users: { list: () => (isSilent ? never : Promise.resolve({ ok: true, users: ['U1'] })) } },
  } as never // of Slack's client, the calls that are made
  const people = makePeople(() => new Date())
  const ask = async () => {
    const person = people.person({ teamId: 'T1', userId: 'U1', enterpriseId: null })
    const profile = await people.readProfile(client, person).catch((error: Error) => error.name)
    return { profile, groups: await people.readGroups(client, person, ['S1']) }
  }
  const known = await ask()
  isSilent = true
  vi.advanceTimersByTime(KEPT_MS)
  const asking = ask()
  let isAnswered = false
  void asking.then(() => (isAnswered = true))
  await vi.advanceTimersByTimeAsync(TIMEOUTS.whoMs - 1)
  expect(isAnswered).toBe(false)
  await vi.advanceTimersByTimeAsync(2)
  expect(isAnswered).toBe(true)
  // of a person their last standing is in the database, with its time
  expect(await asking).toEqual({ ...known, profile: 'SlackIsSilent' })
  expect(TIMEOUTS.whoMs + TIMEOUTS.formMs).toBeLessThan(TIMEOUTS.ackMs)
})
