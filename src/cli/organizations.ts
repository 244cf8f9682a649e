import { createOrganization, addWorkspace } from '../core/accounts/workspaces/organizations.js'
import { type Command, operatorOf } from './command.js'
import { listTexts, optionalText, requireText, requireId } from './options.js'
import { deleteOrganization } from '../core/care/deletion/begin.js'
import { Readable } from 'node:stream'
import { exportOrganization } from '../core/care/deletion/export.js'
import { writeFile } from '../service/backup/output.js'

export const orgCreate: Command = {
  name: 'org create',
  usage: '--name NAME [--slack-team T…]… [--enterprise E…]',
  summary: 'Makes an organization. --slack-team may be given several times; --enterprise alone means all its workspaces.',
  examples: ['org create --name "Maker Studio" --slack-team T0123456789'],
  options: { name: { type: 'string' }, 'slack-team': { type: 'string', multiple: true }, enterprise: { type: 'string' } },
  prepare(values) {
    const name = requireText(values, 'name')
    const slack = { teamIds: listTexts(values, 'slack-team'), enterpriseId: optionalText(values, 'enterprise') ?? null }
    return async (deps) => {
      const organization = await createOrganization(deps, { name, slack })
      return { json: { organization }, lines: [`Organization ${organization.id} (${organization.name}) is made.`] }
    }
  },
}

export const orgAddWorkspace: Command = {
  name: 'org add-workspace',
  usage: '--org ID --slack-team T…',
  summary: 'Gives an organization a further Slack workspace, or one back from which the app was removed.',
  examples: ['org add-workspace --org 1 --slack-team T0123456789'],
  options: { org: { type: 'string' }, 'slack-team': { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const teamId = requireText(values, 'slack-team')
    return async (deps) => {
      const organization = await addWorkspace(deps, actor, { teamId })
      return {
        json: { organization },
        lines: [`The people of ${teamId} belong to organization ${organization.id} (${organization.name}).`],
      }
    }
  },
}

export const orgDelete: Command = {
  name: 'org delete',
  usage: '--org ID --confirm NAME',
  summary: 'Deletes an organization with everything it has, for good. --confirm is its name. Its keys end at once.',
  examples: ['org delete --org 1 --confirm "Maple & Thread"'],
  options: { org: { type: 'string' }, confirm: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const name = requireText(values, 'confirm')
    return async (deps) => {
      const deletion = await deleteOrganization(deps, actor, { name })
      const line = `Organization ${deletion.organizationId} (${deletion.name}) is deleted: the running service takes its rows and media away.`
      return { json: { deletion }, lines: [line] }
    }
  },
}

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
      const first = await pieces.next() // what is refused leaves no file
      const all = async function* () {
        if (!first.done) yield first.value
        yield* pieces
      }
      await writeFile(file, Readable.from(all(), { objectMode: false }), { what: 'the export', option: '--file', replaces: true })
      return { json: { file }, lines: [`Organization ${actor.organizationId} is written to ${file}.`] }
    }
  },
}
