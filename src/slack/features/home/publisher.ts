/** Publishes a Home without a request: something on it has changed. */
import { findKnownMember } from '../../../core/accounts/people/members.js'
import type { HomeKey } from '../../../core/notices/homes.js'
import type { Deps } from '../../../core/ports/deps.js'
import { makeClients } from '../../transport/clients.js'
import { publishHome } from './home.js'
import type { SlackAccess } from '../../transport/access.js'
import { tokenFor } from '../../install/installations.js'
import { makePictures, type PictureDeps, VIEW_TIMEOUT_MS } from '../../pictures/pictures.js'

export type HomePublisherOptions = Pick<Deps, 'wallClock' | 'sealer'> &
  PictureDeps &
  SlackAccess & { platform: Pick<Deps['platform'], 'pages'> }
export type ShowHome = (home: HomeKey) => Promise<void>

/** Makes the publisher. @throws what the Web API throws; the Home then stays unchanged until the next try */
export function makeHomePublisher(options: HomePublisherOptions): ShowHome {
  const clientOf = makeClients(options)
  const { picturesFor } = makePictures(options)
  return async ({ organizationId, teamId, slackUserId }) => {
    const member = await findKnownMember(options.db.sql, { organizationId, teamId, userId: slackUserId }, options.clock())
    const token = member && (await tokenFor(options, { organizationId, teamId }))
    if (!member || token === undefined) return // the app was removed from the workspace
    const client = clientOf(token)
    const pictured = picturesFor({ organizationId, teamId, client, timeoutMs: VIEW_TIMEOUT_MS })
    await publishHome({ ...options, ...pictured }, client, { member, slackUserId, isUnrequested: true })
  }
}
