import { Readable } from 'node:stream'
import { exportOrganization } from '../../core/deletion/export.js'
import { writeFile } from '../../service/backup/output.js'
import { operatorOf, type Command } from '../command.js'
import { requireId, requireText } from '../options.js'

export const orgExport: Command = {
  name: 'org export',
  usage: '--org ID --file PATH',
  summary: 'Writes what an organization has (pins, boards, lists, slots, settings, numbers, audit) as JSON, without a secret.',
  examples: ['org export --org 1 --file /tmp/maple.json'],
  options: { org: { type: 'string' }, file: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const file = requireText(values, 'file')
    return async (deps) => {
      const pieces = exportOrganization(deps, actor)
      const first = await pieces.next() // a refusal leaves no file
      const all = async function* () {
        if (!first.done) yield first.value
        yield* pieces
      }
      await writeFile(file, Readable.from(all(), { objectMode: false }), { what: 'the export', option: '--file', replaces: true })
      return { json: { file }, lines: [`Organization ${actor.organizationId} is written to ${file}.`] }
    }
  },
}
