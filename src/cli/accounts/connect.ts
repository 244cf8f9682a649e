import { createConnectLink } from '../../core/accounts/connect/link.js'
import { requireSetUp, USUAL_PINS_PER_DAY } from '../../core/slots/set-up.js'
import { operatorOf, UsageError, type Command, type Values } from '../command.js'
import { optionalId, optionalText, requireId } from '../options.js'

/**
 * @returns undefined if not requested
 * @throws UsageError without a zone · BAD_REQUEST timezone
 */
export function defaultsOf(values: Values, timezone: string | null) {
  if (values['defaults'] !== true) return undefined
  if (timezone === null) throw new UsageError('--defaults needs --timezone: posting times are in it.')
  const setUp = { timezone, pinsPerDay: USUAL_PINS_PER_DAY, channelId: null }
  requireSetUp(setUp)
  return setUp
}

export const accountConnect: Command = {
  name: 'account connect',
  usage: '--org ID [--account ID | --defaults --timezone ZONE]',
  summary:
    'Makes a link by which the holder of a Pinterest account connects it to the organization; with --account that one again, and no\n' +
    '    other. With --defaults a new account is set up with two posting times a day. The link works for 15 minutes:\n' +
    '    hand it on as you would a password.',
  examples: [
    'account connect --org 1',
    'account connect --org 1 --account 7',
    'account connect --org 1 --defaults --timezone Europe/Berlin',
  ],
  options: { org: { type: 'string' }, account: { type: 'string' }, defaults: { type: 'boolean' }, timezone: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const accountId = optionalId(values, 'account') ?? null
    const setUp = defaultsOf(values, optionalText(values, 'timezone') ?? null)
    return async (deps) => {
      const { formId: _, ...connectLink } = await createConnectLink(deps, actor, { accountId, setUp })
      const { url, expiresAt } = connectLink
      return { json: { connectLink }, lines: [url, `Works until ${expiresAt.toISOString()}.`] }
    }
  },
}
