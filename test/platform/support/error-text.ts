/** What the rows of refusals have in common: what /v1 answers, and what is read in Slack. */

export const DONE = '200'
export const UNAUTHORIZED = '422 UNPROCESSABLE_ENTITY platform_reconnect_required'
export const APP_REFUSED = '503 SERVICE_UNAVAILABLE'
export const BOARD_REFUSED = '403 FORBIDDEN platform_board_forbidden'
export const NO_NUMBERS = '403 FORBIDDEN platform_analytics_forbidden'
export const NOT_FOUND = '404 NOT_FOUND'
export const INVALID = '400 BAD_REQUEST'
export const LIMITED = '503 SERVICE_UNAVAILABLE platform_rate_limited'
export const NO_ANSWER = '504 GATEWAY_TIMEOUT platform_timeout'

export const RECONNECT = 'This account is disconnected. Admins can reconnect it with /pin connect.'
export const NOT_LET = 'Pinterest does not allow Pinslot to do this right now. The operator has been alerted.'
export const NO_PINNER_DATA = 'Pinterest lets Pinslot read boards and pins of business accounts only.'
export const WAIT = 'Pinterest is limiting this account right now.'
export const NO_BUSINESS = 'Analytics need a Pinterest business account.'
export const NOT_CHANGED = 'Pinterest did not answer in time. Nothing changed. Try again.'
export const NOT_OURS = 'Pinterest rejected this: only the board’s owner can'
export const notAccepted = (what: string) => `Pinterest did not accept this: ${what}`
export const ALERT = { staff: 'Pinterest refuses this app.' }
export const LOST = { pins: 'maker is disconnected. Scheduled pins wait for up to 24 hours.' }
export const LACKS = { pins: 'maker needs new permissions.' }
