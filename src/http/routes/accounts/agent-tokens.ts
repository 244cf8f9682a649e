import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { registerClient } from '../../../core/accounts/agents/clients.js'
import { resourceMetadata, RESOURCE_PATH, serverMetadata } from '../../../core/accounts/agents/metadata.js'
import { OAuthError } from '../../../core/accounts/agents/oauth-error.js'
import { exchangeCode, refreshTokens, revokeToken, type Tokens } from '../../../core/accounts/agents/tokens.js'
import { type AddressLimits, requireFewFailures, tooManyFailures } from '../../../core/accounts/keys/address-limit.js'
import { DomainError } from '../../../core/lib/errors.js'
import type { Deps } from '../../../core/ports/deps.js'
import { takeJsonOnly } from '../../bodies.js'
import { makeErrorSender } from '../../errors.js'

const REGISTRATION_BYTES = 64 * 1024
const FORM_BYTES = 16 * 1024

type Form = { Body: URLSearchParams | undefined }

/** What a program itself asks when it signs in: the documents, its registration, and tokens. */
export async function agentTokenRoutes(
  app: FastifyInstance,
  deps: Deps,
  { failures, signIns }: Pick<AddressLimits, 'failures' | 'signIns'>,
): Promise<void> {
  const schema = { hide: true }
  const sendError = makeErrorSender(deps)
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof OAuthError)) return sendError(error, request, reply)
    return sendPrivate(reply.code(400), { error: error.code, error_description: error.message })
  })
  const documents = {
    [RESOURCE_PATH]: resourceMetadata,
    [`${RESOURCE_PATH}/mcp`]: resourceMetadata,
    '/.well-known/oauth-authorization-server': serverMetadata,
  }
  for (const [path, make] of Object.entries(documents))
    app.get(path, { schema }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(make(deps.settings.publicUrl)),
    )

  await app.register(async (json) => {
    takeJsonOnly(json)
    json.post('/oauth/register', { schema, bodyLimit: REGISTRATION_BYTES }, async (request, reply) => {
      const seconds = signIns.take(request.ip)
      if (seconds !== undefined) throw tooManySignIns(seconds)
      const { id, name, redirectUris } = registerClient(deps, request.body)
      return sendPrivate(reply.code(201), {
        client_id: id,
        client_id_issued_at: Math.floor(deps.clock().getTime() / 1000),
        client_name: name,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      })
    })
  })

  await app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body)),
    )
    /** Counts a code or token that may be a guess. @throws TOO_MANY_REQUESTS after too many of the address */
    const counted = async <T>({ ip }: FastifyRequest<Form>, work: () => Promise<T>): Promise<T> => {
      const seconds = failures.waitOf(ip)
      if (seconds !== undefined) throw tooManyFailures(seconds)
      try {
        return await work()
      } catch (error) {
        if (error instanceof OAuthError && error.isGuess) requireFewFailures(failures, ip)
        throw error
      }
    }
    forms.post<Form>('/oauth/token', { schema }, async (request, reply) =>
      sendPrivate(reply, toWire(await counted(request, async () => tokensFor(deps, request.body)))),
    )
    forms.post<Form>('/oauth/revoke', { schema }, async (request, reply) => {
      await revokeToken(deps, one(request.body, 'token'))
      return sendPrivate(reply, {})
    })
  })
}

async function tokensFor(deps: Deps, form: URLSearchParams | undefined): Promise<Tokens> {
  const grantType = optional(form, 'grant_type')
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token')
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
  const shared = { clientId: one(form, 'client_id'), resource: form?.has('resource') ? form.getAll('resource') : undefined }
  if (grantType === 'refresh_token') return refreshTokens(deps, { ...shared, refreshToken: one(form, 'refresh_token') })
  const code = one(form, 'code')
  return exchangeCode(deps, { ...shared, code, verifier: one(form, 'code_verifier'), redirectUri: one(form, 'redirect_uri') })
}

/** @throws OAuthError invalid_request: it is sent several times */
function optional(form: URLSearchParams | undefined, name: string): string | undefined {
  const [value, ...others] = form?.getAll(name) ?? []
  if (others.length > 0) throw new OAuthError('invalid_request', `Send ${name} once.`)
  return value
}

/** @throws OAuthError invalid_request: it is missing, or sent several times */
function one(form: URLSearchParams | undefined, name: string): string {
  const value = optional(form, name)
  if (value === undefined || value === '') throw new OAuthError('invalid_request', `Send ${name} as a form field.`)
  return value
}

const toWire = ({ accessToken, refreshToken, expiresInSeconds, scope }: Tokens) => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: expiresInSeconds,
  refresh_token: refreshToken,
  scope,
})

const sendPrivate = (reply: FastifyReply, body: object): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', pragma: 'no-cache', 'content-type': 'application/json; charset=utf-8' })
    .send(JSON.stringify(body))

const tooManySignIns = (retryAfterSeconds: number) =>
  new DomainError('TOO_MANY_REQUESTS', 'Too many programs signed in from your IP address. Try again in a minute.', {
    retryAfterSeconds,
  })
