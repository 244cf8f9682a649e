import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportOrganization } from '../core/deletion/export.js'
import { operatorOf, type Command } from './command.js'
import { requireId, requireText } from './options.js'

export const orgExport: Command = {
  name: 'org export',
  usage: '--org ID --file PATH',
  summary: 'Writes what an organization has (pins, boards, lists, slots, settings, numbers, audit) as JSON, without a secret.',
  examples: ['org export --org 1 --file maple.json'],
  options: { org: { type: 'string' }, file: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const file = requireText(values, 'file')
    return async (deps) => {
      await pipeline(Readable.from(exportOrganization(deps, actor)), createWriteStream(file, { mode: 0o600, flags: 'wx' }))
      return { json: { file }, lines: [`Organization ${actor.organizationId} is written to ${file}.`] }
    }
  },
}
