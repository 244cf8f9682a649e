/**
 * Every reason of a refusal, once: what it means, what each entry point says, and the next step. A new reason is a row here, and
 * its name where it is thrown.
 */
import { type Called, type ErrorCode, type NextStep, say, type Sentence } from './codes.js'

/** Values that a refusal has for whoever shows it. */
export type Facts = {
  /** Whole seconds to wait before a retry. */
  retryAfterSeconds?: number
  /** True for a write without an answer: it may have taken effect. */
  isUncertain?: boolean
  /** Set for platform_timeout when the platform answered in time: why the answer is unusable, as the rest of a sentence. */
  unusable?: string
  /** True when the connection works but lacks a permission. */
  lacksPermission?: boolean
  /** True when a retry would be refused again. */
  isLasting?: boolean
  /** True when blackouts or the limit of a day close slots, too. */
  isGuarded?: boolean
}

/** What people read in Slack, where the operator sets what an account may spend: what is lacking, who can help, the page’s words. */
export type Denial = { lacks: string; ask: string; page: string; path: (accountId: string) => string }
const PLANS = { page: 'How plans work:', path: () => '/billing/plans' }

export type ReasonRow = {
  code: ErrorCode
  /** The meaning for the API's description, as the rest of a sentence that begins with the name; absent: /v1 never has it. */
  means?: string
  /** What is wrong. An entry point names things by `of`. */
  says: string | ((of: Called, given: never) => string)
  /** Values for `says` in the API's description. */
  example?: object
  /** Facts of every refusal of this reason. */
  facts?: Facts
  /** The next step of an agent, if it is not that of the code. */
  agent?: NextStep
  /** The next step in Slack, behind the sentence. */
  slackNext?: string
  /** Replaces the sentence in Slack, where `says` is for API clients. */
  slack?: string | ((facts: Facts) => string)
  denial?: Denial
}

/** Returns the sentence of one of several cases. */
const byCase =
  <Case extends string>(cases: Record<Case, Sentence>) =>
  (of: Called, given: { about: Case }): string =>
    say(cases[given.about], of)

const postChanged = byCase({
  saving: (of) => `The ${of('post')} changed while it was being saved. Nothing was saved: read it again.`,
  seen: (of) => `The ${of('post')} was changed since you saw it. Nothing was saved: read it again.`,
  shown: (of) => `The ${of('posts')} changed since you saw them. Nothing was done: check them first.`,
  gone: (of) => `The ${of('post')} was deleted in the meantime. Nothing was undone.`,
  uploading: (of) => `The ${of('post')} is being published. Nothing was undone.`,
  sent: (of) => `The ${of('post')} is published. Nothing was undone.`,
  draft: (of) => `The ${of('post')} was changed in the meantime. Nothing was undone.`,
  queued: (of) => `The ${of('post')} was changed in the meantime. Nothing was undone.`,
  undone: 'This was already undone.',
  decision: 'This decision was already undone, or replaced by another one.',
  requestedAgain: 'Approval of this pin was requested again. Nothing was undone.',
  requests: 'One of these requests was decided or changed in the meantime. Nothing was undone.',
  week: 'The week changed since you saw the preview. Nothing was done: check it again.',
  review: 'This review changed in the meantime, so nothing was done. Check it again.',
  scheduled: (of) => `These ${of('posts')} are already scheduled. Undo that first, or change each one separately.`,
  asked: (of) => `Approval was already requested for these ${of('posts')}. Change each one separately.`,
  image: (of) => `This ${of('post')} already has an image.`,
})

/** The rows, in the order of the API's description. */
export const REASONS = {
  insufficient_credits: {
    code: 'PAYMENT_REQUIRED',
    means: 'the account has too few credits left in this billing period',
    says: 'This account does not have enough credits. Buy credits or wait for the next period.',
    denial: {
      lacks: 'Not enough credits left.',
      ask: 'Ask your Pinslot operator for more',
      page: 'How credits work:',
      path: () => '/billing/credits',
    },
  },
  trial_exhausted: {
    code: 'PAYMENT_REQUIRED',
    means: 'the account has no publishing access, and its trial pins are used up',
    says: 'Not enough trial pins are left. Choose a plan to continue.',
    denial: { lacks: 'Not enough trial pins left.', ask: 'Ask your Pinslot operator for more', ...PLANS },
  },
  no_access: {
    code: 'PAYMENT_REQUIRED',
    means: 'the account has no publishing access and no trial',
    says: 'This account has no publishing access. Choose a plan with publishing.',
    denial: { lacks: 'This account has no publishing access.', ask: 'Ask your Pinslot operator for it', ...PLANS },
  },
  account_not_connected: {
    code: 'PAYMENT_REQUIRED',
    means: 'the account is disconnected, on a plan that counts connected accounts',
    says: 'This account is disconnected from Pinterest. Reconnect it.',
    agent: 'Tell the person to connect the account with /pin connect in Slack.',
    denial: {
      lacks: 'This account is disconnected from Pinterest.',
      ask: 'Ask an admin to reconnect it with /pin connect',
      page: 'Reconnect:',
      path: (accountId) => `/connect/${accountId}`,
    },
  },
  legacy_post_limit_exceeded: {
    code: 'PAYMENT_REQUIRED',
    means: 'the plan’s post limit for this billing period would be exceeded',
    says: "The plan's post limit for this billing period would be exceeded. Choose a larger plan.",
    denial: {
      lacks: 'Not enough pins left in this billing period.',
      ask: 'Ask your Pinslot operator for a higher limit',
      ...PLANS,
    },
  },
  platform_analytics_forbidden: {
    code: 'FORBIDDEN',
    means: 'Pinterest gives analytics to business accounts only; retrying does not help',
    says: 'Analytics need a Pinterest business account. Trying again will not help.',
    agent: 'Tell the person that Pinterest gives these stats to business accounts only.',
    slackNext: 'Convert the account on Pinterest; stats start from then.',
  },
  platform_board_forbidden: {
    code: 'FORBIDDEN',
    means: 'Pinterest does not let the account do this with the board, usually because someone else owns it',
    says: 'Pinterest refused this for the account, usually because it does not own the board.',
    agent: ({ boards }) => `Use another board: ${boards} has them.`,
    slackNext: 'Only the board’s owner can do this.',
  },
  platform_trends_forbidden: {
    code: 'FORBIDDEN',
    means: 'Pinterest does not show this account or this service what people search for, and there is no earlier answer',
    says: byCase({
      account: 'Pinterest does not show this account what people search for. Trying again will not help.',
      app: 'Pinterest does not let Pinslot see what people search for. The operator has been alerted.',
    }),
    example: { about: 'account' },
    facts: { isLasting: true },
    agent: 'Tell the person, and continue without trends.',
  },
  schedule_locked: {
    code: 'CONFLICT',
    means: 'the account’s schedule is being changed, for example by a rebuild; try again shortly',
    says: byCase({
      saving: 'The schedule of this account is being changed. Nothing was saved: try again shortly.',
      undoing: 'The schedule of this account is being changed. Nothing was undone: try again shortly.',
      rebuild: 'The schedule of this account is too busy right now. Nothing was changed: try again shortly.',
    }),
    example: { about: 'saving' },
    agent: 'Call again in a few seconds.',
  },
  post_status_changed: {
    code: 'CONFLICT',
    means: 'the post changed while it was being saved; read it again',
    says: (of, given: Parameters<typeof postChanged>[1] | { changed: number; created: number }) =>
      'about' in given
        ? postChanged(of, given)
        : `${given.changed} of the ${given.created} pins ${given.changed === 1 ? 'was' : 'were'} changed or deleted since. Nothing was undone.`,
    example: { about: 'saving' },
    agent: ({ pin }) => `Read it with ${pin}, then decide again.`,
    slackNext: 'See /pin queue.',
  },
  post_not_editable: {
    code: 'CONFLICT',
    means: 'the post is being published or has been published',
    says: (of, { status, verb }: { status: 'uploading' | 'sent'; verb: 'change' | 'delete' }) =>
      status === 'sent'
        ? `The ${of('post')} has been published: ${verb === 'delete' ? 'delete' : 'edit'} the published pin instead.`
        : `The ${of('post')} is being published and can no longer be ${verb === 'delete' ? 'deleted' : 'changed here'}.`,
    example: { status: 'uploading', verb: 'change' },
    agent: ({ pin }) => `Read it with ${pin}. Once it is published, call again: that changes the pin on Pinterest.`,
  },
  post_not_schedulable: {
    code: 'CONFLICT',
    means: 'the post is being published, has been published, or is a draft where a scheduled post is needed',
    says: (
      of,
      given:
        | { status: 'uploading' | 'sent'; so: 'cannot be rescheduled' | 'can no longer be unscheduled' }
        | { noTime: true }
        | { noDraft: true }
        | { swapped: string },
    ) => {
      if ('status' in given)
        return `The ${of('post')} is ${given.status === 'sent' ? 'published' : 'being published'} and ${given.so}.`
      if ('noTime' in given) return `The ${of('post')} is a draft, so it has no time to move from. Schedule it first.`
      if ('noDraft' in given) return `The ${of('post')} is no longer a draft: someone has scheduled it in the meantime.`
      return `${of('Post')} ${given.swapped} is not scheduled: only ${of('posts')} that wait for their time can be swapped.`
    },
    example: { status: 'uploading', so: 'cannot be rescheduled' },
    agent: ({ pin }) => `It is being or has been published. ${pin} shows its state.`,
  },
  post_not_published: {
    code: 'CONFLICT',
    means: 'the post is not on Pinterest yet',
    says: byCase({
      evergreen: 'Only published pins can be evergreen. Add this one once it is published.',
      stats: 'This pin is not published yet, so it has no stats.',
      edit: (of) => `This ${of('post')} is not on Pinterest yet. Change the ${of('post')} itself.`,
      receipt: (of) => `This ${of('post')} is not published yet, so it has no receipt.`,
    }),
    example: { about: 'receipt' },
    agent: ({ pin }) => `It is not on Pinterest yet. ${pin} says when it goes out.`,
  },
  pin_deleted: {
    code: 'CONFLICT',
    means: 'the pin of the post is no longer on Pinterest',
    says: 'This pin is no longer on Pinterest.',
    agent: 'Tell the person that the pin was deleted from Pinterest.',
  },
  pin_edit_open: {
    code: 'CONFLICT',
    means: 'another change of the published pin is under way; wait for its end',
    says: 'Another change of this pin waits for approval or is being made. Try again once it is done.',
    agent: 'Wait a minute, then read the pin again.',
  },
  not_testable: {
    code: 'CONFLICT',
    means: 'the post cannot be a version of a test, for the reason in the message',
    says: byCase({
      saved: 'A saved pin is someone else’s, so it cannot be tested. Choose one of your own pins.',
      noLink: (of) => `This ${of('post')} has no link, so no clicks can be compared. Choose one with a link.`,
      repeat: 'This is a repeat of an evergreen pin. Test the pin that it repeats.',
      deleted: 'This pin is no longer on Pinterest, so it cannot be tested.',
      edited: 'This pin was edited on Pinterest, so its stats are of two versions. Duplicate it, and test the new pin.',
      links: (of) => `The two ${of('posts')} have different links. Only pins of one link can be compared.`,
    }),
    example: { about: 'links' },
    agent: 'Choose two own pins with the same link.',
  },
  test_exists: {
    code: 'CONFLICT',
    means: 'the post is in another test already; end that one first',
    says: 'One of these pins is in another test already. End that test first.',
    agent: 'Ask the person which of the two tests goes on.',
  },
  outcome_known: {
    code: 'CONFLICT',
    means: 'the outcome of the post is known, or is still being checked automatically',
    says: byCase({
      uploading: (of) => `This ${of('post')} is being published right now. Check it again shortly.`,
      queued: (of) =>
        `This ${of('post')} is scheduled. We check its board before it goes out, so you do not need to confirm anything.`,
      known: (of) => `We already know what happened to this ${of('post')}. Check it again.`,
    }),
    example: { about: 'known' },
    agent: ({ pin }) => `Its outcome is known: ${pin} shows it.`,
  },
  not_compared: {
    code: 'CONFLICT',
    means: 'the service was restored from a backup, and the operator has not compared the account’s boards yet',
    says: 'Pinslot was restored from a backup. This account stays paused until the operator has compared its boards with its queue.',
    agent: 'Wait: the service was restored from a backup, and its operator must compare the boards first.',
    slack:
      'Pinslot was restored from a backup. Publishing can resume once your operator has run “admin compare”, which compares your boards with your queue.',
  },
  outcome_unknown: {
    code: 'CONFLICT',
    means: 'it is not known yet whether the post is on Pinterest; record its outcome first',
    says: (of) =>
      `It is not known yet whether this ${of('post')} was published, so it is not published again. Check its board, then record the outcome.`,
    agent: 'Ask the person to check Pinterest and record in Slack whether the pin is there.',
    slack:
      'We don’t know yet whether this pin was published, so we won’t publish it again. Check the board, then choose “It’s published” or “It isn’t”.',
  },
  publishing_paused: {
    code: 'CONFLICT',
    means: 'publishing is paused for the account, so nothing can go out now',
    says: (of) => `Publishing is paused for this account. Resume it, or schedule the ${of('post')} for later.`,
    agent: 'Ask an admin to resume publishing, or schedule it for later.',
    slack: 'Publishing is paused for this account. Admins can resume it with /pin settings.',
  },
  account_on_hold: {
    code: 'CONFLICT',
    means: 'Pinterest takes nothing from the account for now; its `hold` says why',
    says: (of) => `Pinterest takes no pins from this account now. Resume it, or schedule the ${of('post')} for later.`,
    agent: 'Tell the person what Pinterest said (the hold of the account), or schedule it for later.',
    slack: 'Pinterest takes no pins from this account now. Admins can resume it with /pin settings.',
  },
  slot_not_open: {
    code: 'CONFLICT',
    means: 'no slot is open at the requested time',
    says: byCase({
      there: 'No slot is open at this time. Nothing was changed: choose another time.',
      before: 'The slot was taken in the meantime, and there is no other one before this time.',
    }),
    example: { about: 'there' },
    agent: 'Use useNextOpenSlot, or leave requireOpenSlot out.',
    slack: 'This slot isn’t open anymore. Choose another one.',
  },
  undo_expired: {
    code: 'CONFLICT',
    means: 'the ten minutes for undoing it are over, or there is nothing to undo',
    says: byCase({
      change: (of) => `You can undo a change for 10 minutes only. Change the ${of('post')} itself.`,
      decision: 'You can undo a decision for 10 minutes only. Ask for the pin to be requested again.',
      undo: 'You cannot undo an undo. Make the change again.',
      outcome: 'You cannot undo a confirmed outcome.',
      published: 'You cannot undo a change on Pinterest. Edit the pin again.',
      media: 'The image or video from before was removed. Add it again.',
      batch: 'This batch saved nothing, so there is nothing to undo.',
      import: 'This import can no longer be undone. Delete its pins instead.',
    }),
    example: { about: 'change' },
    agent: 'Change or delete the pins themselves.',
  },
  generation_started: {
    code: 'CONFLICT',
    means: 'the page is already being read, or the generation is over',
    says: byCase({
      over: 'This is already over, so it cannot be cancelled.',
      reading: 'The page is already being read, so this can no longer be cancelled. Delete the drafts you do not want.',
    }),
    example: { about: 'over' },
    agent: 'Read it with getGeneration, and delete unwanted drafts.',
  },
  import_over: {
    code: 'CONFLICT',
    means: 'the import is already over',
    says: 'This import is already over, so it cannot be cancelled.',
    agent: 'Read it with getImport, and delete unwanted pins.',
  },
  feed_exists: {
    code: 'CONFLICT',
    means: 'the account already has a feed with that URL',
    says: 'This account already has that feed. Change it, or use another URL.',
    agent: 'listFeeds shows which one it is.',
  },
  feed_paused: {
    code: 'CONFLICT',
    means: 'the feed is paused and is not being checked',
    says: 'This feed is paused. Resume it first.',
    agent: 'Resume it with updateFeed first.',
  },
  approval_decided: {
    code: 'CONFLICT',
    means: 'the request was already decided or withdrawn',
    says: byCase({
      approved: 'This pin is already approved.',
      changes_requested: 'Changes were already requested.',
      rejected: 'This pin is already rejected.',
      withdrawn: 'This request was withdrawn.',
      none: (of) => `No approval of this ${of('post')} is being waited for anymore.`,
    }),
    example: { about: 'approved' },
    agent: ({ approvals }) => `${approvals} shows the decision.`,
  },
  approval_on_hold: {
    code: 'CONFLICT',
    means: 'a person holds the request until heldUntil, or until it is released; release it first',
    says: 'This request is on hold. Release it first.',
    agent: ({ approvals }) => `A person holds it: ${approvals} says who, and until when.`,
  },
  approval_own_edit: {
    code: 'FORBIDDEN',
    means: 'the person edited the post last, so another one decides',
    says: (of) => `You edited this ${of('post')} last. Ask another scheduler or admin.`,
    agent: 'Tell the person that somebody else has to decide, because they edited it last.',
  },
  approval_outdated: {
    code: 'CONFLICT',
    means: 'the post was edited after the version the decision is about',
    says: 'The pin changed after you saw it, so it still waits. Check the new version.',
    agent: 'Read the new version first.',
  },
  approval_steps_left: {
    code: 'CONFLICT',
    means: 'the rule of the request has steps that others decide first; an edit that restarts one is saved by itself',
    says: (of, { step }: { step: string }) =>
      `The ${of('post')} still waits for the step “${step}”, so it can’t be scheduled yet.`,
    example: { step: 'Brand' },
    agent: ({ approvals }) => `Others decide first: ${approvals} lists the steps with include=steps.`,
  },
  approval_time_past: {
    code: 'BAD_REQUEST',
    means: 'the requested time has passed',
    says: 'The requested time has passed, so nothing was scheduled. Approve it for the next open slot or request another time.',
    agent: ({ ask }) => `Ask again with another time: ${ask}.`,
  },
  webhook_ended: {
    code: 'CONFLICT',
    means: 'the receiver returned 410, so the webhook has ended; delete it and add another one',
    says: 'The receiver returned 410, so this webhook has ended. Delete it and add another one.',
    agent: 'Tell the person that the receiver ended this webhook, so a new one is needed.',
  },
  webhook_paused: {
    code: 'CONFLICT',
    means: 'the webhook is paused; resume it first',
    says: 'This webhook is paused. Resume it, then send the test.',
    agent: 'Resume it with updateWebhook first.',
  },
  delivery_waiting: {
    code: 'CONFLICT',
    means: 'the delivery is still waiting to be sent, so there is nothing to repeat',
    says: 'This delivery is still waiting to be sent, so there is nothing to repeat.',
    agent: 'Wait: listWebhookDeliveries shows when it is tried next.',
  },
  upload_already_attached: {
    code: 'CONFLICT',
    means: 'the upload is already used by a post; an upload can be used once',
    says: byCase({
      media: (of) =>
        `This ${of('uploadId')} is already attached to a ${of('post')}. Ask for a new one for another ${of('post')}.`,
      csv: (of) => `The file of this ${of('uploadId')} was already imported. Ask for a new one for another import.`,
    }),
    example: { about: 'media' },
    agent: 'An upload can be used for one pin only: make another upload, or use mediaUrl.',
    slack: 'One of the files was used for another pin. Save this pin again.',
  },
  idempotency_in_progress: {
    code: 'CONFLICT',
    means: 'the first request with this Idempotency-Key is still running',
    says: 'A request with this Idempotency-Key is still in progress. Try again shortly.',
    agent: 'Call again in a few seconds with the same idempotencyKey.',
    slack: 'You already sent this. We’re working on it.',
  },
  platform_reconnect_required: {
    code: 'UNPROCESSABLE_ENTITY',
    means: 'the connection to Pinterest is dead or lacks a permission; the account holder must reconnect it',
    says: (_of, { lacksPermission }: Facts) =>
      lacksPermission
        ? 'This account was connected without permission to see what people search for. The account holder must reconnect it.'
        : 'The connection to Pinterest is unusable. The account holder must reconnect it.',
    agent: 'Tell the person to reconnect the account with /pin connect in Slack.',
    slack: ({ lacksPermission }) =>
      lacksPermission
        ? 'Pinslot isn’t allowed to see searches with this account. Admins can allow it with /pin connect. Pins still go out.'
        : 'This account is disconnected. Admins can reconnect it with /pin connect. You can still save drafts.',
  },
  no_open_slot: {
    code: 'UNPROCESSABLE_ENTITY',
    means: 'the schedule has no open slot within ten years; nothing was written',
    says: (of, { isGuarded = false }: { isGuarded?: boolean } = {}) =>
      `No open slot on this schedule within ten years. ${isGuarded ? 'Blackouts and the limit of a day close slots, too. ' : ''}Add a timeslot or pass ${of('sendAt')}.`,
    agent: ({ addSlot }) => `Give sendAt, or add a slot with ${addSlot}.`,
    slack: ({ isGuarded }) =>
      `No open slots. ${isGuarded ? 'Blackouts and the limit of a day close slots, too: see /pin settings. ' : ''}Choose an exact time, or add slots with /pin slots.`,
  },
  idempotency_key_reused: {
    code: 'UNPROCESSABLE_ENTITY',
    means: 'this Idempotency-Key was used with a different request',
    says: 'This Idempotency-Key was used with a different request. Use a new key.',
    agent: 'Use a new idempotencyKey for another request.',
    slack: 'You already sent this form with different content. Open a new one.',
  },
  recommended_pins_rate_limited: {
    code: 'TOO_MANY_REQUESTS',
    means: 'the organization has searched for the maximum number of different keywords in an hour',
    says: (_of, { most, retryAfterSeconds }: { most: number; retryAfterSeconds: number }) =>
      `Your organization has searched for ${most} different keywords in the last hour, the limit. Repeat an earlier keyword, or try a new one in ${inMinutes(retryAfterSeconds)}.`,
    example: { most: 30, retryAfterSeconds: 720 },
    agent: 'Wait for retryAfterSeconds, or use a keyword that was searched before.',
  },
  recommended_pins_search_failed: {
    code: 'BAD_GATEWAY',
    means: 'Pinterest’s search of public pins did not answer, or refused the search',
    says: byCase({
      renewed: 'Pinterest refused this search even though the connection was just renewed. Try again later. Nothing was changed.',
      forbidden: 'Pinterest does not let Pinslot search public pins. The operator has been alerted. Nothing was changed.',
      invalid: 'Pinterest did not accept this search. Try other words. Nothing was changed.',
      spam: 'Pinterest blocked this search as spam. Do not repeat it unchanged. Nothing was changed.',
      unreached: 'The public pin search could not be reached. Try again. Nothing was changed.',
    }),
    example: { about: 'unreached' },
    agent: 'Call again in a minute.',
  },
  platform_rate_limited: {
    code: 'SERVICE_UNAVAILABLE',
    means: 'Pinterest is limiting our requests; Retry-After says for how long',
    says: 'Pinterest is limiting our requests right now. Try again later.',
    agent: 'Wait for retryAfterSeconds, then call again.',
    slack: ({ retryAfterSeconds: seconds }) =>
      `Pinterest is limiting this account right now. Try again ${seconds === undefined ? 'later' : `in ${waiting(seconds)}`}. Scheduled pins still go out.`,
  },
  slot_resolution_timeout: {
    code: 'SERVICE_UNAVAILABLE',
    means: 'finding the next open slot took too long; nothing was written',
    says: (of) => `Finding the next open slot took too long. Nothing was written: try again or pass ${of('sendAt')}.`,
    facts: { retryAfterSeconds: 5 },
    agent: 'Call again in a few seconds, or give sendAt.',
    slack: 'Finding the next open slot took too long. Nothing was saved: try again or choose an exact time.',
  },
  media_store_unavailable: {
    code: 'SERVICE_UNAVAILABLE',
    means: 'images and videos cannot be stored or read right now',
    says: 'Images and videos cannot be stored or read right now. Try again shortly.',
    facts: { retryAfterSeconds: 30 },
    agent: 'Call again in a minute.',
  },
  platform_timeout: {
    code: 'GATEWAY_TIMEOUT',
    means: 'Pinterest did not answer in time or its answer was unusable; a write may have taken effect: read before you retry',
    says: (_of, facts: Facts) =>
      `${whyNotAnswered(facts)} ${facts.isUncertain ? 'The change may or may not have taken effect. Read the boards again before you retry.' : 'Nothing was changed: try again.'}`,
    agent: 'Read the current state before you call again: it may have been done.',
    slack: (facts) =>
      `${whyNotAnswered(facts)} ${facts.isUncertain ? 'We don’t know if the change was made: check /pin boards first.' : 'Nothing changed. Try again.'}`,
  },
  schedule_timeout: {
    code: 'GATEWAY_TIMEOUT',
    means: 'building the schedule took too long',
    says: 'Building the schedule took too long. Try again or ask for a shorter window.',
    agent: 'Call again in a few seconds.',
    slack: 'Loading the schedule took too long. Try again.',
  },
  recommended_pins_board_too_large: {
    code: 'GATEWAY_TIMEOUT',
    means: 'the board has too many pins to read completely',
    says: (_of, { most }: { most: number }) =>
      `The board has more than ${most} pins, too many for one request. Nothing was changed: choose a smaller board.`,
    example: { most: 5000 },
    facts: { isLasting: true },
    agent: 'Use another board.',
  },
  recommended_pins_timeout: {
    code: 'GATEWAY_TIMEOUT',
    means: 'the operation as a whole took too long',
    says: 'Finding pins for this board took too long. Nothing was changed: try again.',
    agent: 'Call again in a minute.',
  },
} satisfies Record<string, ReasonRow>

export type Reason = keyof typeof REASONS
/** The row of any reason. */
export const rowOf = (reason: Reason): ReasonRow => REASONS[reason]

type ReasonsWith<Part extends keyof ReasonRow> = {
  [R in Reason]: (typeof REASONS)[R] extends Record<Part, unknown> ? R : never
}[Reason]
/** A reason to deny a charge. */
export type DenialReason = ReasonsWith<'denial'>
/** A reason of /v1; the others are of changes that only Slack and /mcp offer. */
export type PublicReason = ReasonsWith<'means'>
/** @param reason also one of an earlier version, which has no row */
export const findRow = (reason: string | undefined): ReasonRow | undefined =>
  reason !== undefined && Object.hasOwn(REASONS, reason) ? rowOf(reason as Reason) : undefined
/** @param reason also one of an earlier version */
export const denialOf = (reason: string | undefined): Denial | undefined => findRow(reason)?.denial

/** Returns the sentence with these values. */
export const wordsOf = (reason: Reason, given: object): Sentence => {
  const { says } = rowOf(reason)
  return typeof says === 'string' ? says : (of) => says(of, given as never) // typed where it is thrown
}
/** Returns the sentence of the API's description. */
export const exampleMessage = (reason: Reason): string => say(wordsOf(reason, rowOf(reason).example ?? {}), (name) => name)

/** The values that the sentence of a reason needs. */
export type Values<R extends Reason> = (typeof REASONS)[R]['says'] extends (of: Called, given: infer V) => string ? V : unknown

/** `seconds` in the unit that people wait in. */
function waiting(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

const whyNotAnswered = ({ unusable }: Facts): string =>
  unusable === undefined ? 'Pinterest did not answer in time.' : `Pinterest’s answer cannot be used: ${unusable}.`
