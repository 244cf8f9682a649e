/** Makes the deps of a listener for a person who is not present, to continue what they began. */
import type { SlackDeps } from '../../listener.js'
import type { AsPerson } from './resume.js'
import type { TokenDeps } from '../../transport/access.js'
import { tokenFor } from '../../install/installations.js'
import { type PicturesFor, VIEW_TIMEOUT_MS } from '../../pictures/pictures.js'
import { clientFor, readerOf, writerFor } from '../../reply/for-reader.js'
import { makeClients } from '../../transport/clients.js'
import { makeFindPerson } from '../../people/find-person.js'
import type { People } from '../../people/people.js'

type Parts = { tokenDeps: TokenDeps; people: People; picturesFor: PicturesFor }

/** Acts for a person with their current rights. */
export function makeAsPerson(deps: SlackDeps, { tokenDeps, people, picturesFor }: Parts): AsPerson {
  const clientOf = makeClients(tokenDeps)
  const findPerson = makeFindPerson(tokenDeps, people)
  return async ({ organizationId, person }) => {
    const [teamId = '', slackUserId = ''] = person.split(':')
    const member = await findPerson({ organizationId, teamId, userId: slackUserId })
    const token = await tokenFor(tokenDeps, { organizationId, teamId })
    if (member === undefined || member === 'gone' || token === undefined) return undefined
    const client = clientOf(token)
    const pictured = picturesFor({ organizationId, teamId, client, timeoutMs: VIEW_TIMEOUT_MS })
    return {
      deps: { ...deps, ...pictured },
      bringer: { client: clientFor(client, writerFor(readerOf(member), deps.clock)), member, slackUserId },
    }
  }
}
