import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import { preflightPost } from '../../../core/preflight/check.js'
import { operation } from '../../operation.js'
import { postParams } from '../../schemas.js'
import { preflightSchema, preflightToWire } from '../../wire/preflight.js'

/** @see docs/contract.md#preflight */
export function postPreflightRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'getPreflight',
    method: 'GET',
    url: '/accounts/:accountId/posts/:postId/preflight',
    tag: 'Posts',
    summary: 'Check a post before it goes out',
    description:
      'Checks its link, images, board and account as they are now. Nothing is reported for a post that is being or has been published. ' +
      'Drafts and queued posts are also checked automatically, when they are saved and a day before their time.',
    params: postParams,
    data: z.object({ preflight: preflightSchema }),
    run: ({ actor, params }) => preflightPost(deps, actor, params),
    show: (preflight) => ({ preflight: preflightToWire(preflight) }),
  })
}
