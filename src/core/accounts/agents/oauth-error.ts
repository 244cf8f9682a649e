/** Refusals of signing in, by the names that OAuth gives them. */
export type OAuthCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_target'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** A refusal for a program. Its `message` becomes `error_description`. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  constructor(
    readonly code: OAuthCode,
    message: string,
    /** True for a code or token that may be a guess: it counts as failed authentication of its address. */
    readonly isGuess = false,
  ) {
    super(message)
  }
}
