/** The refusals of the simulated platform, with Pinterest's own codes and messages. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    readonly code: number | string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}

export const authenticationFailed = () => new Refusal(401, 2, 'Authentication failed.')
export const scopeMissing = () =>
  new Refusal(
    401,
    3,
    'Your token does not have sufficient permissions to perform this operation. Please ensure your token is authorized with the correct set of scopes.',
  )
export const appNotApproved = () =>
  new Refusal(401, 3, 'Your application consumer type is not supported, please contact support to have it reviewed.')
export const restrictedFeature = (feature: string) =>
  new Refusal(401, 3, `Your application does not have access to this restricted feature: ${feature}`)
export const trialApp = () =>
  new Refusal(
    403,
    29,
    'Apps with Trial access may not create Pins in production https://api.pinterest.com - use API Sandbox https://api-sandbox.pinterest.com instead.',
  )
/**
 * Refuses apps that Pinterest does not allow to read personal accounts. The real body is unknown: the name may stand for the
 * code.
 */
export const pinnerDataDenied = () =>
  new Refusal(403, 'PINNER_DATA_ACCESS_DENIED', 'Your app may not access the data of this user.')
export const grantInvalid = () => new Refusal(401, 283, 'The authorization grant is invalid')
export const invalidRequest = (what: string) => new Refusal(400, 1, `Invalid request: ${what}`)
export const badLink = () =>
  new Refusal(400, 1, 'Whoops! It looks like you entered an invalid URL. Try creating a Pin again with a valid URL.')
export const imageUnreachable = () => new Refusal(400, 1, 'Sorry we could not fetch the image.')
export const coverMissing = () =>
  new Refusal(400, 1, 'Invalid request: a video needs cover_image_url or cover_image_content_type and cover_image_data.')
export const videoNotUsable = () =>
  new Refusal(400, 1, 'Invalid request: media_source.media_id is no media of this user that has succeeded.')
export const ineligibleTags = () => new Refusal(400, 400, 'The request contains ineligible product tags.')
export const boardNameTaken = () => new Refusal(400, 58, 'Try a different name. You already have a board with this name!')
export const badSectionName = () => new Refusal(400, 400, 'Invalid board section parameters.')
export const notPermitted = () => new Refusal(403, 29, 'You are not permitted to access that resource.')
export const sectionWriteRefused = (verb: 'create' | 'update' | 'delete') =>
  new Refusal(403, 403, `Not authorized to ${verb} board section.`)
export const imageTooSmall = () => new Refusal(403, 233, 'Your image is too small. Please choose a larger image and try again.')
export const imageBroken = () => new Refusal(403, 235, 'Sorry, this image is broken. Please pick a different image.')
export const badPinAnalytics = () => new Refusal(400, 400, 'Invalid pins analytics parameters.')
export const badAccountAnalytics = () => new Refusal(400, 400, 'Invalid user accounts analytics parameters.')
export const accountAnalyticsRefused = () => new Refusal(403, 403, 'Not authorized to access the user account analytics.')
export const pinAnalyticsRefused = () => new Refusal(403, 403, 'Not authorized to access board or Pin.')
export const boardNotFound = () => new Refusal(404, 40, 'Board not found.')
export const pinNotFound = () => new Refusal(404, 50, 'Pin not found.')
export const pinOfAnalyticsNotFound = () => new Refusal(404, 404, 'Pin not found.')
export const mediaNotFound = () => new Refusal(404, 404, 'Media upload not found')
export const sectionNotFound = () => new Refusal(404, 2031, "Sorry! We couldn't find this board section.")
export const noSuchSection = () => new Refusal(404, 404, 'Board section not found.')
export const sectionConflict = () => new Refusal(409, 409, 'Board section conflict.')
export const noSuchPath = () => new Refusal(404, 404, 'Not found.')
export const tooLarge = () => new Refusal(413, 413, 'The request is too large.')
export const wentWrong = (status: 400 | 500) =>
  new Refusal(status, status === 400 ? 2787 : 500, 'Sorry! Something went wrong on our end.')
export const rateLimited = (resetSeconds: number) =>
  new Refusal(
    429,
    8,
    'This request exceeded a rate limit. This can happen if the client exceeds one of the published rate limits or if multiple write operations are applied to an object within a short time window.',
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(resetSeconds) },
  )
export const blockedForSpam = () => new Refusal(429, 8, 'Sorry! We blocked this Pin because it may lead to spam.')

/** The first two are Pinterest's; the messages of the others are not documented. */
const ACCOUNT_REFUSED = {
  under_review: { code: 2626, message: 'Your account is under review.' },
  disapproved: { code: 2625, message: 'Your account was disapproved.' },
  suspended: { code: 403, message: 'Your account has been suspended.' },
  restricted: { code: 403, message: 'Write access for this account is restricted. Please try again later.' },
  terms: { code: 403, message: 'Your account does not follow our Terms of Service.' },
} as const

export const accountRefused = (why: keyof typeof ACCOUNT_REFUSED) =>
  new Refusal(403, ACCOUNT_REFUSED[why].code, ACCOUNT_REFUSED[why].message)

/** Adds a status for a refused token, as some live bodies have it. */
export const bodyOf = ({ status, code, message }: Refusal) => ({ code, message, ...(status === 401 && { status: 'failure' }) })
