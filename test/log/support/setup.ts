/** Before each file: whatever it logs, no line has a secret. */
import { afterEach } from 'vitest'
import { takeLeaks, watchLogs } from './watched-log.js'

watchLogs()
afterEach(() => {
  const leaks = takeLeaks()
  if (leaks.length > 0) throw new Error(leaks.join('\n'))
})
