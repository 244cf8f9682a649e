import { requireOrganization } from '../../core/accounts/workspaces/organizations.js'
import { cancelImport } from '../../core/imports/cancel.js'
import { DomainError } from '../../core/lib/errors.js'
import { operatorOf, type Command } from '../command.js'
import { requireId } from '../options.js'

export const importsCancel: Command = {
  name: 'imports cancel',
  usage: '--org ID --account ID --import ID',
  summary: 'Ends an import that is still being written. Pins that it created stay. imports shows the numbers.',
  examples: ['imports cancel --org 1 --account 2 --import 7'],
  options: { org: { type: 'string' }, account: { type: 'string' }, import: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const place = { accountId: requireId(values, 'account'), importId: requireId(values, 'import') }
    return async (deps) => {
      await requireOrganization(deps.db.sql, actor)
      const { created, failed } = await cancelImport(deps, actor, place).catch((error: unknown) => {
        if (error instanceof DomainError && error.code === 'NOT_FOUND' && error.details.thing !== 'Account')
          throw new DomainError('NOT_FOUND', 'Import not found.')
        throw error
      })
      return {
        json: { ...place, created, failed },
        lines: [`Import ${place.importId} is cancelled: ${created} created, ${failed} left out.`],
      }
    }
  },
}
