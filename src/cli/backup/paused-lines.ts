/** @param accounts that wait for a comparison */
export function pausedLines(accounts: number): string[] {
  if (accounts === 0) return ['It has no account, so there is nothing to compare.']
  return [
    `${accounts === 1 ? 'One account is' : `${accounts} accounts are`} paused: what went out since then is on Pinterest, and this database does not know it.`,
    'Next: npm run admin -- compare, which reads their boards; then npm run admin -- compare --resume.',
  ]
}
