/** Validates what an endpoint reports besides its answer. Pure. */

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A larger number is a counting mistake. */
const MOST_TOKENS = 10_000_000

/** Tokens of question and answer together; null if there is no plausible number. */
export function tokensOf(usage: unknown): number | null {
  if (!isObject(usage)) return null
  const { total_tokens: total, prompt_tokens: prompt, completion_tokens: completion } = usage
  const parts = isCount(prompt) && isCount(completion) ? prompt + completion : 0
  const most = Math.max(isCount(total) ? total : 0, parts)
  return most > 0 && most <= MOST_TOKENS ? most : null
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
