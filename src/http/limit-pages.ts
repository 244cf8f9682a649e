/** Limits public pages to a number of requests a minute for each address. */
import type { FastifyInstance } from 'fastify'
import type { AddressLimit } from '../core/accounts/keys/address-limit.js'
import { DomainError } from '../core/lib/errors.js'

/** Call before the routes of the scope. Requests that cannot be repeated are exempt. */
export function limitPages(scope: FastifyInstance, pages: AddressLimit): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.isAlwaysAnswered) return done()
    const seconds = pages.take(request.ip)
    done(seconds === undefined ? undefined : tooManyPages(seconds))
  })
}

const tooManyPages = (retryAfterSeconds: number) =>
  new DomainError('TOO_MANY_REQUESTS', 'Too many requests from your IP address. Try again in a minute.', {
    retryAfterSeconds,
  })
