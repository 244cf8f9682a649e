/**
 * What can go wrong, in terms of the domain, and what each entry point says of it. It has no HTTP status. A code with a reason has
 * its sentence in `reasons.ts`.
 */

/** Returns the entry point's name for a thing of the contract: a field of the input, or a post. */
export type Called = (name: string) => string
/**
 * A sentence that says what is wrong. Things that an entry point may name differently are named only through `of`, so no sentence
 * is rewritten later.
 */
export type Sentence = string | ((of: Called) => string)
export const say = (sentence: Sentence, of: Called): string => (typeof sentence === 'string' ? sentence : sentence(of))

/** Names of the tools that a next step may name. */
export type Tools = Record<
  'me' | 'accounts' | 'pins' | 'pin' | 'boards' | 'slots' | 'addSlot' | 'approvals' | 'ask' | 'report',
  string
>
export type NextStep = string | ((tools: Tools) => string)

type CodeRow = {
  /** The meaning for the API's description, as the rest of a sentence that begins with the name; absent: it always has a reason. */
  means?: string
  /** The message of an example, and its field. */
  example?: { message: string; field?: string }
  /** The next step of an agent. */
  agent: NextStep
  /** Replaces the sentence in Slack. */
  slack?: string
}

/** The row of a code that has no reason, or whose reason adds nothing. */
export const CODES = {
  BAD_REQUEST: {
    means: 'a field is missing, malformed or breaks a rule: `field` names it, and the message says how to fix it',
    example: { message: 'sendAt must be in the future.', field: 'sendAt' },
    agent: 'Correct the field and call again.',
  },
  UNAUTHORIZED: {
    means: 'the key is missing, wrong, expired or revoked',
    example: { message: 'Missing or invalid API key. Send it as Authorization: Bearer <API_KEY>.' },
    agent: 'Ask the person for a key that works.',
    slack: 'You don’t have access. Ask an admin of your workspace.',
  },
  PAYMENT_REQUIRED: { agent: 'Tell the person, and give them resolveUrl. Nothing was done.' },
  FORBIDDEN: {
    means: 'the role of the key or its person does not allow this',
    example: { message: 'Only schedulers and admins can do this. Ask an admin of your workspace.' },
    agent: ({ me }) => `Tell the person that this key cannot do it; calling again does not help. ${me} says what it can do.`,
  },
  NOT_FOUND: {
    means: 'it does not exist, or this key cannot see it',
    example: { message: 'Account not found.' },
    agent: ({ accounts, pins, boards, slots }) =>
      `Look the id up: ${accounts} has the accounts, ${pins} the pins, ${boards} the boards, ${slots} the slots.`,
  },
  METHOD_NOT_ALLOWED: { agent: 'Use another tool.' },
  CONFLICT: { agent: 'Read the current state, then decide again.' },
  PAYLOAD_TOO_LARGE: {
    means: 'the body is larger than 1 MiB (16 MiB for an import)',
    example: { message: 'The request body is too large: at most 1 MiB.' },
    agent: 'Send less.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    means: 'the Content-Type is not application/json',
    example: { message: 'The body must be JSON: send Content-Type: application/json.' },
    agent: 'Use another file.',
  },
  UNPROCESSABLE_ENTITY: { agent: 'Tell the person what the message says.' },
  RATE_LIMIT_EXCEEDED: {
    means: 'the key’s requests for this UTC day are used up',
    example: { message: 'Daily rate limit of 5000 requests exceeded. Resets at midnight UTC.' },
    agent: 'Stop for today: this key has reached its limit.',
  },
  TOO_MANY_REQUESTS: {
    means: 'too many requests at once or within an hour; Retry-After says when to try again',
    example: {
      message: 'Too many requests from your organization are waiting (at most 500, for at most 30 s). Send fewer at once.',
    },
    agent: 'Wait for retryAfterSeconds, then call again.',
  },
  INTERNAL_SERVER_ERROR: {
    means: 'an error on our side; the requestId identifies it in our log',
    example: { message: 'Something went wrong on our side. Quote the requestId when you report it.' },
    agent: ({ report }) => `Call again once. If it keeps failing, ${report} with the requestId.`,
    slack: 'Something went wrong on our side. Try again.',
  },
  BAD_GATEWAY: { agent: 'Pinterest failed: call again in a minute.' },
  SERVICE_UNAVAILABLE: {
    means: 'it cannot be done right now; Retry-After says when to try again',
    example: {
      message: 'Pinterest does not allow Pinslot to do this right now. The operator has been alerted. Try again later.',
    },
    agent: 'Wait a minute, then call again.',
  },
  GATEWAY_TIMEOUT: { agent: 'Read the current state before you call again: it may have been done.' },
} satisfies Record<string, CodeRow>

export type ErrorCode = keyof typeof CODES
/** A code that may come without a reason. */
export type CodeAlone = {
  [Code in ErrorCode]: (typeof CODES)[Code] extends Record<'means', string> ? Code : never
}[ErrorCode]
/** The row of any code. */
export const codeRow = (code: ErrorCode): CodeRow => CODES[code]
