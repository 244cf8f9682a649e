/** Whom a refusal concerns: the account, our app, its rate, a picture; or what was sent. */
import { expect, test } from 'vitest'
import { aboutOthers } from '../../src/core/ports/answer-about.js'

const about = (status: number, code: number | string | null, message: string) => {
  const found = aboutOthers({ status, code, message })
  if (!found) return 'what was sent'
  return found.about === 'account' ? found.reason : found.about === 'app' ? `app ${found.refusal}` : found.about
}

test.each([
  [429, 8, 'Sorry! We blocked this Pin because it may lead to spam.', 'spam'],
  [429, 8, 'Blocked. May lead to spam.', 'spam'],
  [429, null, 'spam', 'spam'],
  [429, 8, 'This action was blocked. Please try again later.', 'spam'],
  [429, 8, 'You are creating Pins too fast. Slow down.', 'spam'],
  [403, 403, 'We noticed unusual activity. Try again later.', 'spam'],
  [403, 2626, 'Your account is under review.', 'under_review'],
  [400, 2626, 'Under review.', 'under_review'],
  [403, 403, 'This account is currently being reviewed.', 'under_review'],
  [403, 2625, 'Your account was disapproved.', 'disapproved'],
  [400, 2625, '', 'disapproved'],
  [403, 403, 'Your account has been suspended.', 'suspended'],
  [401, 2, 'This user has been deactivated.', 'suspended'],
  [403, 'ACCOUNT_SUSPENDED', 'ACCOUNT_SUSPENDED Not available.', 'suspended'],
  [403, 29, 'Write access for this user is restricted.', 'restricted'],
  [403, 403, 'Your account is temporarily restricted from creating Pins.', 'restricted'],
  [403, 403, 'You must accept the Business Terms of Service.', 'terms'],
  [403, 403, 'Your account violates our community guidelines.', 'terms'],
  [403, 403, 'Your advertiser account has an unpaid billing balance.', 'billing'],
  [402, 402, 'Payment required.', 'billing'],
  [401, 3, 'Your application consumer type is not supported, please contact support to have it reviewed.', 'app consumer_type'],
  [401, 3, 'Your application does not have access to this restricted feature: pin_edit', 'app restricted_feature'],
  [403, 29, 'Apps with Trial access may not create Pins in production', 'app trial_access'],
  [400, 1, 'Unknown field: ai_disclosures', 'app ai_disclosures'],
  [403, 'PINNER_DATA_ACCESS_DENIED', 'PINNER_DATA_ACCESS_DENIED Your app may not.', 'app pinner_data'],
  [403, 403, 'Your app has been suspended.', 'app other'],
  [401, 3, 'You may not.', 'app other'],
  [401, 3, 'Your token does not have sufficient permissions to perform this operation.', 'scope'],
  [429, 8, 'This request exceeded a rate limit. This can happen if the client exceeds one of the limits.', 'rate'],
  [429, null, 'Too many requests. Please try again later.', 'rate'],
  [429, 8, 'Quota of the day used up. Try again in 3 hours.', 'rate'],
  [400, 1, 'Sorry we could not fetch the image.', 'image'],
  [403, 29, 'You are not permitted to access that resource.', 'what was sent'],
  [403, 403, 'Not authorized to update the board.', 'what was sent'],
  [403, 403, 'Not authorized to access the user account analytics.', 'what was sent'],
  [403, 403, 'You are not allowed to save this Pin.', 'what was sent'],
  [403, 403, 'This user has blocked you.', 'what was sent'],
  [403, 403, 'This Pin violates our community guidelines.', 'what was sent'],
  [403, 403, 'Users are not allowed to post to this link: it is blocked.', 'what was sent'],
  [400, 1, 'Whoops! It looks like you entered an invalid URL. Try creating a Pin again with a valid URL.', 'what was sent'],
  [400, 58, 'Try a different name. You already have a board with this name!', 'what was sent'],
  [400, 2787, 'Sorry! Something went wrong on our end. Try again later.', 'what was sent'],
  [403, null, 'Your account is blocked by the proxy of this company.', 'what was sent'],
  [401, 2, 'Authentication failed.', 'what was sent'],
  [404, 50, 'Pin not found.', 'what was sent'],
  [503, null, 'Your account is suspended. Try again later.', 'what was sent'],
])('%s %s “%s” is about: %s', (status, code, message, who) => {
  expect(about(status, code, message)).toBe(who)
})
