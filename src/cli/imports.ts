import { requireOrganization } from '../core/accounts/workspaces/organizations.js'
import { listOpenImports, type OpenImport } from '../core/sources/imports/store.js'
import { operatorOf, type Command } from './command.js'
import { requireId } from './options.js'
import { quote, when } from './text.js'
import { cancelImport } from '../core/sources/imports/cancel.js'
import { DomainError } from '../core/lib/errors.js'

export const importsList: Command = {
  name: 'imports',
  usage: '--org ID',
  summary: 'Lists the imports of an organization that are still being written, the oldest first.',
  examples: ['imports --org 1'],
  options: { org: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    return async ({ db, clock }) => {
      await requireOrganization(db.sql, actor)
      const imports = await listOpenImports(db.sql, actor)
      const lines = imports.flatMap((one) => linesOf(actor, one, clock()))
      return { json: { imports }, lines: lines.length > 0 ? lines : ['No import is being written.'] }
    }
  },
}

const linesOf = ({ organizationId }: { organizationId: string }, one: OpenImport, now: Date) => [
  `  Import ${one.id} of account ${one.accountId}: started ${when(one.createdAt, now)} by ${quote(one.createdBy)}, ${one.created} of ${one.rows} created, ${one.failed} left out.`,
  `    To end it: npm run admin -- imports cancel --org ${organizationId} --account ${one.accountId} --import ${one.id}`,
]

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
